// See completions.hpp.

#include "coro/completions.hpp"

#include "coro/loop/event_loop.hpp"

#include <type_traits>

namespace coro {

completions::completions(std::size_t count)
    : count_(count), places_(static_cast<place*>(::operator new(count * sizeof(place)))) {}

completions::~completions() {
    static_assert(std::is_trivially_destructible_v<place>);
    for (place* each = places_; let_go_ != added_ && each != places_ + added_; ++each) {
        if (each->task == nullptr) continue;
        if (each->in_line()) each->task->waiters.remove(*each);
        each->task->drop_reference();
    }
    ::operator delete(places_);
}

inline void completions::has_ended(place& which) noexcept {
    if (which.task->now == phase::failed && listed_ < first_failure_) first_failure_ = listed_;
    ++listed_;
    which.after = nullptr;
    *last_ = &which;
    last_ = &which.after;
}

void completions::note_at_once(place& which) noexcept {
    has_ended(which);
    noted_ = listed_;
}

void completions::place::heard(wait_node& node) noexcept {
    auto& self = static_cast<place&>(node);
    completions& all = *self.owner;
    all.has_ended(self);
    if (!event_loop::current()->is_last_ready(all)) all.into_queue();
}

void completions::into_queue() {
    event_loop::current()->make_ready(*this);
    if (queued_++ != 0) begins_.push_back(listed_ - 1);
}

void completions::run() noexcept {
    noted_ = queued_ > 1 ? begins_[begins_used_++] : listed_;
    if (waiting_ != nullptr && (noted_ >= wanted_ || (failure_wanted_ && any_failed())))
        std::exchange(waiting_, nullptr)->enough();
    out_of_queue();
}

void completions::out_of_queue() noexcept {
    if (--queued_ == 0 && left_) delete this;
}

void completions::leave() noexcept {
    left_ = true;
    waiting_ = nullptr;
    if (queued_ == 0) return delete this;
    for (place* each = places_; each != places_ + added_; ++each)
        if (each->in_line()) {
            each->task->waiters.remove(*each);
            each->after = nullptr;
        }
}

void completions_wait::wait_for(std::size_t count, bool or_failure) {
    begin();
    if (of_.waiting_ != nullptr)
        throw invalid_state("as_completed: another task waits for the next one already");
    of_.waiting_ = this;
    of_.wanted_ = count;
    of_.failure_wanted_ = or_failure;
}

void completions_wait::wait_no_more() noexcept {
    if (of_.waiting_ == this) of_.waiting_ = nullptr;
}

// Only the wait ends: the tasks are not ours.
void completions_wait::cancel() noexcept {
    wait_no_more();
    complete(completion::cancelled);
}

task_base* completions_wait::awaited(std::size_t number) const noexcept {
    for (auto* each = of_.places_; each != of_.places_ + of_.added_; ++each)
        if (each->in_line() && number-- == 0) return each->task;
    return nullptr;
}

}  // namespace coro
