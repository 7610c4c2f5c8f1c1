#pragma once
// What a task<> may co_await, and what the compiler says to the rest. Anything
// that derives from `awaiter` (see loop/operation.hpp), or whose operator
// co_await gives such an object, can be awaited: tasks, handles, sleep(),
// yield(), gather() and awaiters of your own (docs/cancellation.md makes one). The
// usual slips get an error that says what was probably meant.

#include "coro/loop/operation.hpp"

#include <chrono>
#include <concepts>
#include <coroutine>
#include <type_traits>
#include <utility>

namespace coro {

/// Stands in for an awaiter that lives elsewhere, usually in the same
/// full-expression: one pointer, made where it is needed, never copied.
template <class Awaiter>
class awaiter_reference {
public:
    explicit awaiter_reference(Awaiter& target) noexcept : target_(&target) {}
    awaiter_reference(const awaiter_reference&) = delete;
    awaiter_reference& operator=(const awaiter_reference&) = delete;

    bool await_ready() { return target_->await_ready(); }
    template <class Promise>
    auto await_suspend(std::coroutine_handle<Promise> h) {
        return target_->await_suspend(h);
    }
    decltype(auto) await_resume() { return target_->await_resume(); }

private:
    Awaiter* target_;
};

namespace detail {

template <class T>
inline constexpr bool is_duration = false;
template <class Rep, class Period>
inline constexpr bool is_duration<std::chrono::duration<Rep, Period>> = true;

template <class T>
concept has_co_await = requires(T&& what) { std::forward<T>(what).operator co_await(); };

template <class T>
concept holds_awaitables = has_co_await<typename T::value_type>;

// An event, a mutex, a semaphore or a queue: not awaited itself, but a call of it.
template <class T>
concept has_a_wait = requires(T& what) {
    { what.wait() } -> has_co_await;
} || requires(T& what) {
    { what.lock() } -> has_co_await;
} || requires(T& what) {
    { what.acquire() } -> has_co_await;
} || requires(T& what) {
    { what.get() } -> has_co_await;
};

template <class...>
inline constexpr bool never = false;

// What a call gives that a static_assert refuses: nothing more for the compiler to say.
struct refused final : awaiter {
    bool await_ready() const noexcept { return true; }
    void await_suspend(std::coroutine_handle<>) const noexcept {}
    void await_resume() const noexcept {}
};

}  // namespace detail

/// Turns what stands behind `co_await` into its awaiter.
template <class Awaited>
auto make_awaiter(Awaited&& awaited) {
    using type = std::remove_cvref_t<Awaited>;
    if constexpr (detail::has_co_await<Awaited>) {
        return std::forward<Awaited>(awaited).operator co_await();
    } else if constexpr (std::derived_from<type, awaiter> && std::is_empty_v<type>) {
        return type();  // nothing in it that a reference could refer to
    } else if constexpr (std::derived_from<type, awaiter>) {
        return awaiter_reference<type>(awaited);
    } else if constexpr (detail::is_duration<type>) {
        static_assert(detail::never<type>, "a duration cannot be awaited. Did you mean "
                                           "co_await coro::sleep(duration)?");
        return std::suspend_never();
    } else if constexpr (std::is_function_v<std::remove_pointer_t<type>> || std::invocable<type>) {
        static_assert(detail::never<type>, "a function cannot be awaited, only what it returns. "
                                           "Did you forget to call it: co_await f()?");
        return std::suspend_never();
    } else if constexpr (std::is_arithmetic_v<type>) {
        static_assert(detail::never<type>,
                      "a number cannot be awaited. Is it the result of an ordinary function? And "
                      "sleep(1) without coro:: is the one of POSIX: write co_await "
                      "coro::sleep(1s)");
        return std::suspend_never();
    } else if constexpr (detail::holds_awaitables<type>) {
        static_assert(detail::never<type>, "several tasks at once are awaited by co_await "
                                           "coro::gather(std::move(tasks))");
        return std::suspend_never();
    } else if constexpr (detail::has_a_wait<type>) {
        static_assert(detail::never<type>,
                      "this is not awaited itself, but what a call of it gives: co_await "
                      "ready.wait(), auto guard = co_await m.lock(), auto permit = co_await "
                      "limit.acquire(), auto value = co_await q.get()");
        return std::suspend_never();
    } else {
        static_assert(detail::never<type>,
                      "this cannot be awaited inside a coro::task. Awaitable are tasks, task "
                      "handles, coro::sleep(), coro::yield(), coro::gather() and the like, and "
                      "classes of your own that derive from coro::awaiter (and from "
                      "coro::operation, if a cancel is to reach them)");
        return std::suspend_never();
    }
}

}  // namespace coro
