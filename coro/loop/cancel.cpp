// How a cancel finds its way. A request is made of a task; it goes down to the
// operation that the task's leaf coroutine waits for, and that operation ends
// as cancelled, or passes the request on to the tasks it waits for. Nothing
// here recurses: tasks yet to be visited stand in cancel_path_, so a chain of
// a million tasks, each awaiting the next, costs no stack, and a circle of
// tasks is gone round once.

#include "coro/loop/event_loop.hpp"

namespace coro {

void operation::throw_cancelled() {
    // Two requests before the first delivery are delivered once.
    event_loop::current()->current_task()->cancel_pending = false;
    throw cancelled{};
}

bool event_loop::cancel(task_base& task) noexcept {
    if (task.done() || task.visited) return false;
    ++task.cancel_requests;
    task.cancel_pending = true;
    tell(event_kind::cancel_requested, &task, {}, 0,
         current_task_ != nullptr ? current_task_->id : 0);
    deliver_cancel(task);
    return true;
}

// A task that is not waiting (it is ready, running, or has not started) keeps
// the request for its next suspension, or for its first step.
void event_loop::deliver_cancel(task_base& task) noexcept {
    task.visited = true;
    cancel_path_.push_back(&task);
    if (cancel_on_its_way_) return;  // the loop below will come to it

    cancel_on_its_way_ = true;
    for (std::size_t i = 0; i != cancel_path_.size(); ++i) {
        task_base& next = *cancel_path_[i];
        if (next.waiting_for == nullptr) continue;
        next.cancel_pending = false;
        next.waiting_for->cancel();
    }
    for (task_base* seen : cancel_path_) seen->visited = false;
    cancel_path_.clear();
    cancel_on_its_way_ = false;
}

}  // namespace coro
