#pragma once
// How a cancel finds its way. A request is made of a task; it goes down to the
// operation that the task's leaf coroutine waits for, and that operation ends
// as cancelled, or passes the request on to the tasks it waits for. Nothing
// recurses: the tasks yet to be visited stand in a list, so a chain of a
// million tasks, each awaiting the next, costs no stack, and each task is
// visited once, however many wait for it.

#include <cstdint>
#include <vector>

namespace coro {

class operation;
class task_base;

class cancel_walk {
public:
    /// What a walk notes in a task, in task_base::walk_marks; 0 between walks.
    enum mark : std::uint8_t { visited = 1, on_the_path = 2, searched = 4 };

    /// Delivers the request that `task` has pending. During a walk the task is
    /// added to it.
    void visit(task_base& task) noexcept;

    /// `wait` wanted to pass its request on to a task that this walk has
    /// visited. Usually that task will end, and the wait with it; but if it
    /// waits, by way of others, for the one who waits here, none of them would
    /// ever end. The walk sees to that when it is over.
    void came_round(operation& wait) noexcept { came_round_.push_back(&wait); }

    /// Between these two, visit() only adds.
    void begin() noexcept { under_way_ = true; }
    void go() noexcept;

private:
    void break_cycles() noexcept;

    std::vector<task_base*> to_visit_;
    std::vector<operation*> came_round_;
    bool under_way_ = false;
};

}  // namespace coro
