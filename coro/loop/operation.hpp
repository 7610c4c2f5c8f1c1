#pragma once
// What a task waits for. An operation lives in the awaiter, so in the frame
// of the coroutine that waits, from the moment it suspends until it goes on.
// Whatever ends the wait (a timer, a completion, another task, a cancel) calls
// complete(); the first caller makes the task ready, later ones do nothing. How to
// make one of your own: docs/cancellation.md.

#include "coro/loop/runnable.hpp"
#include "coro/loop/task_base.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace coro {

/// What can be said about a wait.
struct wait_info {
    std::string_view what;            ///< "sleep", "task", "gather", ...
    const task_base* task = nullptr;  ///< the task it waits for, if it is one
    std::int64_t until = -1;          ///< its deadline by the loop's clock; -1: none

    explicit wait_info(std::string_view name) noexcept : what(name) {}
    wait_info(std::string_view name, const task_base* target, std::int64_t deadline) noexcept
        : what(name), task(target), until(deadline) {}
};

/// The base of what stands behind `co_await` itself; tasks and handles make one
/// when they are awaited.
class awaiter {
public:
    awaiter(const awaiter&) = delete;  // an operation in it is known by its address
    awaiter& operator=(const awaiter&) = delete;

protected:
    awaiter() noexcept {}
    ~awaiter() = default;
};

class operation : public runnable {
public:
    /// Takes the wait back: leaves whatever line it stands in and completes as
    /// cancelled; or asks those it waits for to stop, and completes when they
    /// have.
    virtual void cancel() noexcept = 0;

    [[nodiscard]] virtual wait_info describe() const noexcept = 0;

    /// The tasks it waits for, by number; null beyond the last. One may come twice.
    [[nodiscard]] virtual task_base* awaited(std::size_t) const noexcept { return nullptr; }

    /// Ends this wait as cancelled, whatever the others do.
    virtual void end_early() noexcept { cancel(); }

    /// Tasks wait for one another in a circle, this one for `next`, and a cancel came
    /// round: ends the wait for it. False if it does not, since whoever has started a
    /// task joins it. An owner is asked only where no other wait in the circle ends.
    virtual bool leave(task_base& /*next*/) noexcept {
        end_early();
        return true;
    }
    [[nodiscard]] virtual bool is_owner() const noexcept { return false; }

    [[nodiscard]] const task_base* on_behalf_of() const noexcept override { return waiter_; }

    [[nodiscard]] bool pending() const noexcept { return how_ == completion::pending; }
    [[nodiscard]] task_base& waiting_task() const noexcept { return *waiter_; }

    /// For await_resume of a wait without a value: throws if a cancel of the
    /// running task was requested and has not been delivered.
    static void throw_if_requested();

protected:
    operation() noexcept {}

    enum class completion : std::uint8_t { pending, done, cancelled };

    /// Notes who waits. Throws invalid_state if this was awaited before: an
    /// operation is good for one co_await. Call it first in await_suspend.
    void begin();

    /// Suspends the running task on this operation; `h` is the coroutine it
    /// goes on with. Call it last in await_suspend: if a cancel was requested
    /// earlier, it is delivered here.
    template <class Promise>
    void suspend(std::coroutine_handle<Promise> h) noexcept {
        suspend_frame(h.promise());
    }

    /// Ends the wait, with its result or as cancelled: the task is ready. The
    /// first call wins and returns true; later ones do nothing.
    bool complete(completion how = completion::done) noexcept;

    /// For await_resume of a wait that has a result: throws if it was cancelled.
    void throw_if_cancelled() const {
        if (how_ == completion::cancelled) [[unlikely]]
            throw_cancelled();
    }

    /// Delivers the cancel to the running task.
    [[noreturn]] static void throw_cancelled();

    /// The task it waited for has ended cancelled. If there really was a wait, a
    /// request that the waiting task has pending is delivered by this too; as
    /// in asyncio.
    [[noreturn]] void throw_awaited_was_cancelled() const;

    completion how_ = completion::pending;
    task_base* waiter_ = nullptr;  // who waits

private:
    void suspend_frame(frame& leaf) noexcept;
    [[noreturn]] static void throw_requested();
    [[noreturn]] void throw_awaited_twice() const;
};

}  // namespace coro
