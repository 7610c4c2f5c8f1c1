#pragma once
// create_task: lets a coroutine run beside the others. The loop owns the task
// from then on; the task_handle it returns is a way to await it, to ask it and
// to cancel it, and may be dropped. asyncio: create_task and Task.

#include "coro/loop/event_loop.hpp"
#include "coro/loop/operation.hpp"
#include "coro/task.hpp"
#include "coro/task_ref.hpp"

#include <source_location>
#include <string_view>
#include <type_traits>
#include <utility>

namespace coro {

template <class T, bool Take>
class handle_awaiter;

/// A running (or ended) task. Copyable: all copies mean the same task. Only
/// for the thread of its loop.
template <class T = void>
class task_handle : public task_ref {
public:
    using value_type = T;

    operator stored_t<T>() const = delete;  // its result is what awaiting it gives: co_await h

    /// Waits for the task and gives its result: `const T&`, good as long as a
    /// handle is there, and for any number of readers. Throws what the task
    /// threw, `cancelled` if it was cancelled. Does not suspend if the task has
    /// ended. Cancelling the one who waits cancels the task (as asyncio).
    handle_awaiter<T, false> operator co_await() const& { return handle_awaiter<T, false>(*this); }

    /// The same, and moves the value out: every other reader gets result_taken.
    handle_awaiter<T, true> operator co_await() && {
        return handle_awaiter<T, true>(std::move(*this));
    }

    /// The result of a task that has ended: as co_await, but never waits.
    /// Throws invalid_state if it still runs.
    decltype(auto) result() const {
        if (!done()) throw invalid_state("result() of a task that still runs: co_await it first.");
        state().error_read = true;
        return std::as_const(state().result).value();
    }

    /// The exception it ended with, `cancelled` included; null if there is
    /// none. Throws invalid_state if it still runs.
    [[nodiscard]] std::exception_ptr exception() const {
        if (!done())
            throw invalid_state("exception() of a task that still runs: co_await it first.");
        state().error_read = true;
        return state().result.error();
    }

    /// How it ended, for the library's own use; it must have.
    [[nodiscard]] outcome<T>& ended_with() const noexcept {
        state().error_read = true;
        return state().result;
    }

    explicit task_handle(task_state<T>* adopted) noexcept : task_ref(adopted) {}

private:
    task_state<T>& state() const noexcept { return static_cast<task_state<T>&>(base()); }
};

/// `co_await handle`: stands in the line of those who wait for a task.
template <class T, bool Take>
class [[nodiscard]] handle_awaiter final : public awaiter, public operation, private wait_node {
public:
    explicit handle_awaiter(task_handle<T> target)
        : wait_node(
              [](wait_node& node) noexcept { static_cast<handle_awaiter&>(node).complete(); }),
          target_(std::move(target)) {}

    bool await_ready() const noexcept { return target_.done(); }

    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> h) {
        begin();
        if (&target_.base() == event_loop::current()->current_task())
            throw invalid_state("a task cannot await itself: it would wait for ever.");
        target_.base().waiters.push_back(*this);
        suspend(h);
    }

    decltype(auto) await_resume() {
        throw_if_cancelled();
        outcome<T>& result = target_.ended_with();
        if (result.was_cancelled()) throw_awaited_was_cancelled();
        if constexpr (Take || std::is_void_v<T>)
            return std::move(result).value();
        else
            return std::as_const(result).value();
    }

    // The one who waits is cancelled: so is the task, and this wait ends with it.
    void cancel() noexcept override {
        if (target_.done())  // it is just ending, and so is this wait
            waiting_task().cancel_pending = true;
        else
            event_loop::current()->pass_cancel_on(*this, target_.base());
    }
    void end_early() noexcept override {
        target_.base().waiters.remove(*this);
        complete(completion::cancelled);
    }
    [[nodiscard]] task_base* awaited(std::size_t number) const noexcept override {
        return number == 0 ? &target_.base() : nullptr;
    }

    [[nodiscard]] wait_info describe() const noexcept override {
        return wait_info("task", &target_.base(), -1);
    }

private:
    task_handle<T> target_;
};

/// For the library: starts it, and gives it with a reference for the caller.
template <class T>
task_state<T>* start_task(task<T>& coroutine, const char* who, std::string_view name,
                          std::source_location where) {
    event_loop& loop = event_loop::require(who, where);
    if (coroutine.empty()) throw_used_task(who, where);
    loop.reserve_one();  // may throw, as may copy_of; what follows does not
    task_state<T>* state = coroutine.adopt(name.empty() ? nullptr : task_base::copy_of(name), where);
    loop.schedule(*state);
    return state;
}

/// Starts a coroutine as a task of its own. Its first step comes at the loop's
/// next turn, behind everything that is ready already. `name` appears in
/// reports; without one it is "task-<id>". Throws invalid_state outside a
/// running loop, or if the task was awaited or moved from before; std::bad_alloc.
/// asyncio: create_task.
template <class T>
task_handle<T> create_task(task<T> coroutine, std::string_view name = {},
                           std::source_location where = std::source_location::current()) {
    return task_handle<T>(start_task(coroutine, "create_task", name, where));
}

/// For what is no task: says what was probably meant.
template <class T>
void create_task(const T&, std::string_view = {}) {
    static_assert(detail::never<T>,
                  "create_task takes a task. Did you forget to call the coroutine: "
                  "coro::create_task(f())? An awaiter such as coro::sleep() is awaited inside one");
}

}  // namespace coro
