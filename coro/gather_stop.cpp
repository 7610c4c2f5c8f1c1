// How gather and race stop their children, and how they part from them. See
// gather_children.hpp.

#include "coro/gather_children.hpp"

namespace coro {

// Once: a second request would interrupt the clean-up that the first began.
void gather_children::stop_children() noexcept {
    if (!children_told_) cancel_children();
}

void gather_children::cancel_children() noexcept {
    children_told_ = true;
    for (std::size_t i = 0; i != count_; ++i)
        if (places_[i].is_waited_for()) event_loop::current()->cancel(*places_[i].task_);
}

void gather_children::cancel() noexcept {
    if (!cancel_requested_) told_before_ = waiting_task().requests_before_last();
    cancel_requested_ = true;
    children_told_ = true;
    for (std::size_t i = 0; i != count_; ++i)
        if (places_[i].is_waited_for())
            event_loop::current()->pass_cancel_on(*this, *places_[i].task_);
}

task_base* gather_children::awaited(std::size_t number) const noexcept {
    while (torn_ && number < count_ && places_[number].owner_ == nullptr) ++number;
    return number < count_ ? places_[number].task_ : nullptr;
}

void gather_children::leave_children() noexcept {
    for (std::size_t i = 0; i != count_; ++i)
        if (places_[i].is_waited_for()) places_[i].leave();
    running_ = 0;
}

// Ends as cancelled, now or when the others have ended.
bool gather_children::leave(task_base& child) noexcept {
    const std::size_t before = running_;
    for (std::size_t i = 0; i != count_; ++i) {
        gather_child& place = places_[i];
        if (place.task_ != &child || !place.is_waited_for() || !was_given_handle(i)) continue;
        place.leave();
        --running_;
    }
    if (running_ == before) return false;
    torn_ = cancel_requested_ = child_cancelled_ = true;
    if (running_ == 0) complete(completion::cancelled);
    return true;
}

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

}  // namespace coro
