// See gather_children.hpp.

#include "coro/gather_children.hpp"

namespace coro {

void gather_child::ended(wait_node& node) noexcept {
    const auto& self = static_cast<gather_child&>(node);
    self.owner_->child_ended(*self.task_);
}

bool gather_children::must_wait() noexcept {
    if (running_ == 0) return false;
    if (decider_ != nullptr) stop_children();
    return true;
}

void gather_children::note_end(const task_base& child) noexcept {
    if (child.now == phase::cancelled) child_cancelled_ = true;
    if (counts(child) && decider_ == nullptr) decider_ = &child;
}

// Many children may end in one turn, and several fail. This queues one
// callback, and the callback resumes the one who waits once. Two trips through
// the ready queue, as in asyncio: the child's callback, then the gather's.
inline void gather_children::child_ended(const task_base& child) noexcept {
    --running_;
    bool decides = false;
    if (child.now != phase::finished || stop_at_ == stop_at::first_end) [[unlikely]] {
        decides = decider_ == nullptr && counts(child);
        note_end(child);
    }
    if (queued_ || (running_ != 0 && !decides)) return;
    queued_ = true;
    event_loop::current()->make_ready(*this);
}

void gather_children::run() noexcept {
    queued_ = false;
    if (running_ == 0)
        complete();
    else
        stop_children();
}

void gather_children::throw_if_stopped() {
    throw_if_cancelled();
    if (!cancel_requested_) return;
    if (child_cancelled_) throw_cancelled();
    // Nobody was stopped by it, so the request is still to be delivered, unless it
    // was taken back.
    task_base& task = *event_loop::current()->current_task();
    task.cancel_pending = task.cancel_requests() > told_before_;
}

std::size_t gather_children::first() const noexcept {
    std::size_t which = 0;
    while (places_[which].task_ != decider_) ++which;
    return which;
}

void gather_children::throw_if_failed() {
    throw_if_stopped();
    if (decider_ == nullptr) return;
    if (decider_->now == phase::cancelled) throw_awaited_was_cancelled();
    const_cast<task_base*>(decider_)->error_read = true;
    std::rethrow_exception(decider_->error());
}

}  // namespace coro
