// See gather_children.hpp.

#include "coro/gather_children.hpp"

#include "coro/loop/event_loop.hpp"

namespace coro {

gather_child::gather_child() noexcept
    : wait_node([](wait_node& node) noexcept {
          auto& self = static_cast<gather_child&>(node);
          self.owner_->child_ended(self);
      }) {}

void gather_children::add(gather_child& place) {
    task_base& child = *place.task_;
    if (&child == event_loop::current()->current_task())
        throw invalid_state("a task cannot gather itself: it would wait for ever.");
    place.owner_ = this;
    if (child.done()) {
        note_end(child);
    } else {
        ++running_;
        child.waiters.push_back(place);
    }
}

bool gather_children::must_wait() noexcept {
    if (running_ == 0) return false;
    if (first_failure_ != nullptr) stop_children();
    return true;
}

void gather_children::note_end(const task_base& child) noexcept {
    if (child.ended == ending::cancelled) child_cancelled_ = true;
    if (stop_at_failure_ && child.ended != ending::value && first_failure_ == nullptr)
        first_failure_ = const_cast<task_base*>(&child);
}

// Many children may end in one turn, and several fail. This queues one
// callback, and the callback resumes the one who waits once. Two trips through
// the ready queue, as in asyncio: the child's callback, then the gather's.
void gather_children::child_ended(gather_child& place) noexcept {
    --running_;
    const bool failed_before = first_failure_ != nullptr;
    note_end(*place.task_);
    const bool just_failed = first_failure_ != nullptr && !failed_before;
    if (queued_ || (running_ != 0 && !just_failed)) return;
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
    for (std::size_t i = 0; gather_child* place = child(i); ++i)
        event_loop::current()->cancel(*place->task_);
}

void gather_children::cancel() noexcept {
    cancel_requested_ = true;
    cancel_children();
}

task_base* gather_children::awaited(std::size_t number) const noexcept {
    const gather_child* place = const_cast<gather_children*>(this)->child(number);
    return place != nullptr ? place->task_ : nullptr;
}

void gather_children::leave_children() noexcept {
    for (std::size_t i = 0; gather_child* place = child(i); ++i)
        if (place->owner_ != nullptr && !place->task_->done()) place->task_->waiters.remove(*place);
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
    for (std::size_t i = 0; gather_child* place = child(i); ++i)
        if (place->task_ != nullptr && !place->task_->started)
            event_loop::current()->cancel(*place->task_);
}

void gather_children::throw_if_failed() {
    throw_if_cancelled();
    if (cancel_requested_) {
        if (child_cancelled_) throw_cancelled();
        // Nobody was stopped by it, so the request is still to be delivered,
        // unless it was taken back.
        task_base& task = *event_loop::current()->current_task();
        task.cancel_pending = task.cancel_requests != 0;
    }
    if (first_failure_ == nullptr) return;
    if (first_failure_->ended == ending::cancelled) throw_cancelled();
    first_failure_->error_read = true;
    std::rethrow_exception(first_failure_->error());
}

}  // namespace coro
