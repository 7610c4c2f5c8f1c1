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

// Once: a second request would interrupt the clean-up that the first began.
void gather_children::stop_children() noexcept {
    if (!children_told_) cancel_children();
}

void gather_children::cancel_children() noexcept {
    children_told_ = true;
    for (std::size_t i = 0; i != count_; ++i) event_loop::current()->cancel(*places_[i].task_);
}

void gather_children::cancel() noexcept {
    cancel_requested_ = true;
    children_told_ = true;
    for (std::size_t i = 0; i != count_; ++i)
        if (!places_[i].task_->done())
            event_loop::current()->pass_cancel_on(*this, *places_[i].task_);
}

task_base* gather_children::awaited(std::size_t number) const noexcept {
    return number < count_ ? places_[number].task_ : nullptr;
}

void gather_children::leave_children() noexcept {
    for (std::size_t i = 0; i != count_; ++i) {
        gather_child& place = places_[i];
        if (place.owner_ != nullptr && !place.task_->done()) place.task_->waiters.remove(place);
    }
    running_ = 0;
}

// A circle of gathers, each among the children of the next: nobody can join
// anybody, so this one leaves.
void gather_children::end_early() noexcept {
    leave_children();
    complete(completion::cancelled);
}

void gather_children::give_up() noexcept {
    leave_children();
    for (std::size_t i = 0; i != count_; ++i)
        if (places_[i].task_ != nullptr && !places_[i].task_->started())
            event_loop::current()->cancel(*places_[i].task_);
}

void gather_children::throw_if_stopped() {
    throw_if_cancelled();
    if (!cancel_requested_) return;
    if (child_cancelled_) throw_cancelled();
    // Nobody was stopped by it, so the request is still to be delivered, unless it
    // was taken back.
    task_base& task = *event_loop::current()->current_task();
    task.cancel_pending = task.cancel_requests() != 0;
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
