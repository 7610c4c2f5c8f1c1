// See completions.hpp.

#include "coro/completions.hpp"

#include "coro/loop/event_loop.hpp"

namespace coro {

void completions::place::heard(wait_node& node) noexcept {
    auto& self = static_cast<place&>(node);
    self.in_line = false;
    ++self.owner->queued_;
    event_loop::current()->make_ready(self);
}

void completions::place::run() noexcept {
    owner->note(*this);
    owner->out_of_queue();
}

void completions::place::dropped() noexcept {
    owner->out_of_queue();
}

completions::completions(std::size_t count) : places_(count) {
    order_.reserve(count);
}

completions::~completions() {
    for (place& each : places_) {
        if (each.in_line) each.task->waiters.remove(each);
        if (each.task != nullptr) each.task->drop_reference();
    }
}

void completions::add(task_base& task) noexcept {
    place& added = places_[added_++];
    task.add_reference();
    added.owner = this;
    added.task = &task;
    if (task.done()) return note(added);
    added.in_line = true;
    task.waiters.push_back(added);
}

void completions::note(place& which) noexcept {
    order_.push_back(static_cast<std::size_t>(&which - places_.data()));
    if (which.task->now == phase::failed) failed_ = true;
    if (waiting_ == nullptr) return;
    if (order_.size() >= wanted_ || (failure_wanted_ && failed_)) {
        completions_wait* const whose = waiting_;
        waiting_ = nullptr;
        whose->enough();
    }
}

void completions::out_of_queue() noexcept {
    if (--queued_ == 0 && left_) delete this;
}

void completions::leave() noexcept {
    left_ = true;
    waiting_ = nullptr;
    if (queued_ == 0) return delete this;
    for (place& each : places_)
        if (each.in_line) {
            each.task->waiters.remove(each);
            each.in_line = false;
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
    for (const auto& each : of_.places_)
        if (each.in_line && number-- == 0) return each.task;
    return nullptr;
}

}  // namespace coro
