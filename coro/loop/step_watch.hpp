#pragma once
// What the loop watches in debug mode, for the reports: how long each step holds the
// thread, since when a task waits, where a cancel reached it, which way an exception
// went. All of it takes time and memory, so without debug mode there is none of it.

#include "coro/loop/task_base.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <source_location>
#include <string>
#include <vector>

namespace coro {

class event_loop;

/// How many std::mutexes and the like this thread holds; 0 if nobody counts, see
/// debug/held_locks.cpp.
[[nodiscard]] std::int64_t std_locks_held() noexcept;

class step_watch {
public:
    /// Reports steps that take longer than `slow` nanoseconds.
    step_watch(const event_loop& loop, std::int64_t slow);
    ~step_watch();
    step_watch(const step_watch&) = delete;
    step_watch& operator=(const step_watch&) = delete;

    // Told by the loop.
    void task_created() noexcept;
    void step_begins(const task_base& task) {
        first_step_ = !task.started();
        id_ = task.id();
        from_ = first_step_ ? task.created_at : task.leaf->awaiting_at;
        named_ = task.given_name != nullptr;
        if (named_) name_ = task.given_name;  // a copy: the task may be gone at the end
    }
    void callback_begins() noexcept { id_ = 0; }
    /// `task` is null if it has ended, or if it was a callback.
    void step_ended(const task_base* task) {
        const std::int64_t end = time();
        const std::int64_t locks = std_locks_held();
        const bool waits = task != nullptr && task->waiting_for != nullptr;
        if (waits || end - began_ >= slow_ || locks > locks_before_)
            note_step(task, end - began_, locks > locks_before_);
        began_ = end;  // of the next step, which follows at once
        locks_before_ = locks;
    }
    /// The step under way, or the next, is measured from now on.
    void step_goes_on() noexcept { began_ = time(); }
    void task_ended(const task_base& task) noexcept;
    void cancel_delivered(const task_base& task);
    /// An exception leaves a coroutine whose last co_await was there.
    void exception_left(std::source_location where);
    /// ... and ends a task.
    void exception_ended(const task_base& task);

    /// Since when it waits, by the loop's clock; -1: not known.
    [[nodiscard]] std::int64_t waits_since(const task_base& task) const noexcept;
    /// From where it was thrown to the root; empty: not known. Good for one call.
    [[nodiscard]] std::vector<std::source_location> way_of_exception(const task_base& task);

    /// A limit on tasks (a semaphore) was made, or is gone: how many tasks beside main
    /// were there at most at once meanwhile? Only the first 64 are watched.
    void limit_made(const void* limit);
    [[nodiscard]] std::size_t limit_gone(const void* limit) noexcept;

private:
    struct notes;
    [[nodiscard]] std::int64_t time() const noexcept;
    void note_step(const task_base* task, std::int64_t took, bool holds_lock);

    const event_loop& loop_;
    const std::int64_t slow_;
    notes* notes_;  // owned
    std::size_t tasks_ = 0;
    // Of the step under way.
    std::int64_t began_ = 0;
    std::int64_t locks_before_ = 0;
    bool named_ = false;
    std::string name_;
    std::uint64_t id_ = 0;
    bool first_step_ = false;
    std::source_location from_;
};

}  // namespace coro
