#pragma once
// task_ref: any task, whatever its result: who it is, what it does now, where
// it stands. What current_task() and all_tasks() give, and the base of every
// task_handle. asyncio: the untyped part of Task.

#include "coro/loop/event_loop.hpp"
#include "coro/loop/operation.hpp"
#include "coro/loop/task_base.hpp"

#include <cstdint>
#include <source_location>
#include <string>
#include <utility>
#include <vector>

namespace coro {

/// What a task is doing.
enum class task_status : std::uint8_t {
    created,    ///< its first step has not come yet
    ready,      ///< in the ready queue
    running,    ///< now
    waiting,    ///< for what waits_for() says
    finished,   ///< ended with a value
    failed,     ///< ended with an exception
    cancelled,  ///< ended cancelled
};

/// The word for it, as the reports print it.
[[nodiscard]] const char* to_string(task_status status) noexcept;

/// A task of whatever type: who it is and what it does. A copy means the same task,
/// which lives as long as one of them. Only for the thread of its loop.
class task_ref {
public:
    task_ref(const task_ref& other) noexcept : task_(other.task_) { task_->add_reference(); }
    task_ref(task_ref&& other) noexcept : task_ref(std::as_const(other)) {}
    task_ref& operator=(const task_ref& other) noexcept {
        other.task_->add_reference();
        task_->drop_reference();
        task_ = other.task_;
        return *this;
    }
    ~task_ref() { task_->drop_reference(); }

    /// Counts from 1 (main) in every loop.
    [[nodiscard]] std::uint64_t id() const noexcept { return task_->id(); }
    /// The name given to create_task, else "task-<id>".
    [[nodiscard]] std::string name() const;
    [[nodiscard]] task_status status() const noexcept;
    /// True once it has ended, however it ended. Not yet after cancel().
    [[nodiscard]] bool done() const noexcept { return task_->done(); }
    /// Did it end cancelled?
    [[nodiscard]] bool cancelled() const noexcept { return task_->now == phase::cancelled; }

    /// Where create_task was called.
    [[nodiscard]] std::source_location created_at() const noexcept { return task_->created_at; }
    /// The co_await where it waits now; line 0 if it does not.
    [[nodiscard]] std::source_location suspended_at() const noexcept;
    /// What it waits for: "sleep", "task 'name'", ...; empty if it does not.
    [[nodiscard]] std::string waits_for() const;

    /// Requests cancellation: `coro::cancelled` is thrown where the task waits
    /// now, or at its next suspension. A task that has not started never does.
    /// Returns false if it has ended already. asyncio: Task.cancel.
    bool cancel() const noexcept;
    /// How many requests there were that uncancel() has not taken back.
    [[nodiscard]] unsigned cancelling() const noexcept { return task_->cancel_requests(); }
    /// Takes one request back, and returns how many remain. At 0 a request that
    /// was not delivered yet is forgotten. asyncio: Task.uncancel (3.13).
    unsigned uncancel() const noexcept;

    /// The same task?
    bool operator==(const task_ref& other) const noexcept { return task_ == other.task_; }

    /// For the library: the task itself, and a reference to one.
    [[nodiscard]] task_base& base() const noexcept { return *task_; }
    [[nodiscard]] static task_ref to(task_base& task) noexcept {
        task.add_reference();
        return task_ref(&task);
    }

protected:
    explicit task_ref(task_base* adopted) noexcept : task_(adopted) {}

private:
    task_base* task_;
};

/// The task that runs. Throws invalid_state if none does. asyncio:
/// current_task (which gives None outside).
[[nodiscard]] task_ref current_task();

/// All tasks of this thread's loop that have not ended, oldest first. Throws
/// invalid_state without a loop. asyncio: all_tasks (a set, without order).
[[nodiscard]] std::vector<task_ref> all_tasks();

}  // namespace coro
