// The loop under observation: the same steps, told to the observer.

#include "coro/loop/event_loop.hpp"

namespace coro {

void event_loop::step_observed(task_base& task) {
    task.add_reference();  // to look at it after the step
    tell(event_kind::task_resumed, &task);
    step(task);
    if (!task.done()) {
        const wait_info wait =
            task.waiting_for != nullptr ? task.waiting_for->describe() : wait_info("yield");
        tell(event_kind::task_suspended, &task, wait.what, 0,
             wait.task != nullptr ? wait.task->id : 0, task.leaf->awaiting_at);
    }
    task.drop_reference();
}

void event_loop::tell(event_kind kind, const task_base* task, std::string_view what,
                      std::int64_t number, std::uint64_t other,
                      std::source_location where) noexcept {
    if (!observed()) return;
    event happened;
    happened.kind = kind;
    happened.time = now() - began_;
    happened.task = task != nullptr ? task->id : 0;
    happened.other = other;
    happened.number = number;
    happened.what = what;
    happened.where = where;
    observer_->on_event(happened);
}

}  // namespace coro
