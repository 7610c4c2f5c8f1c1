#pragma once
// The tasks of a loop that have not ended, oldest first. The links are in the tasks.

#include "coro/loop/task_base.hpp"

namespace coro {

class task_list {
public:
    task_list() noexcept {}
    task_list(const task_list&) = delete;
    task_list& operator=(const task_list&) = delete;

    void push_back(task_base& task) noexcept {
        task.previous = circle_.previous;
        task.next = &circle_;
        circle_.previous->next = &task;
        circle_.previous = &task;
    }
    static void remove(task_base& task) noexcept {
        task.previous->next = task.next;
        task.next->previous = task.previous;
    }

    /// Null: there is none, or no more.
    [[nodiscard]] task_base* first() const noexcept { return task_at(circle_.next); }
    [[nodiscard]] task_base* after(const task_base& task) const noexcept {
        return task_at(task.next);
    }

private:
    [[nodiscard]] task_base* task_at(task_link* link) const noexcept {
        return link != &circle_ ? static_cast<task_base*>(link) : nullptr;
    }

    task_link circle_ = {&circle_, &circle_};
};

}  // namespace coro
