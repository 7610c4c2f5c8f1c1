#pragma once
// wait_for: a task, or the task of a handle, with a time limit. asyncio: wait_for.

#include "coro/clock.hpp"
#include "coro/create_task.hpp"
#include "coro/loop/errors.hpp"
#include "coro/task.hpp"
#include "coro/timeout_scope.hpp"

#include <chrono>
#include <cstdint>
#include <utility>

namespace coro {

namespace detail {

[[noreturn]] void throw_timeout(std::int64_t nanoseconds);

template <class T, class Awaited>
task<T> wait_within(Awaited awaited, std::int64_t nanoseconds) {
    timeout_scope limit(nanoseconds);
    try {
        co_return co_await std::move(awaited);
    } catch (const cancelled&) {
        if (!limit.caused_it()) throw;
    }
    throw_timeout(nanoseconds);
}

template <class T>
task<const T&> wait_within_for_shared(task_handle<T> shared, std::int64_t nanoseconds) {
    timeout_scope limit(nanoseconds);
    try {
        co_return co_await shared;
    } catch (const cancelled&) {
        if (!limit.caused_it()) throw;
    }
    throw_timeout(nanoseconds);
}

}  // namespace detail

/// `co_await wait_for(fetch(url), 2s)`: runs the task at once, as co_await does, and
/// cancels it when the time is over. Gives its result. Throws timeout_error, after
/// the task's clean-up has run; or what the task throws. If it ends in the very turn
/// in which the time is over, its result counts. If the one who waits is cancelled,
/// by anybody else, that surfaces as `cancelled`: here, or at its next wait if the
/// result was there already.
template <class Rep, class Period, class T>
task<T> wait_for(task<T>&& awaited, std::chrono::duration<Rep, Period> limit) {
    if (awaited.empty()) throw_used_task("wait_for");
    return detail::wait_within<T>(std::move(awaited), to_nanoseconds(limit));
}

/// The same for a task that runs already. Given as an lvalue the handle keeps the
/// result (`const T&`); moved, it gives it away.
template <class Rep, class Period, class T>
task<T> wait_for(task_handle<T>&& awaited, std::chrono::duration<Rep, Period> limit) {
    return detail::wait_within<T>(std::move(awaited), to_nanoseconds(limit));
}
template <class Rep, class Period, class T>
auto wait_for(const task_handle<T>& awaited, std::chrono::duration<Rep, Period> limit) {
    if constexpr (std::is_void_v<T> || std::is_reference_v<T>)
        return detail::wait_within<T>(awaited, to_nanoseconds(limit));
    else
        return detail::wait_within_for_shared<T>(awaited, to_nanoseconds(limit));
}

/// For the rest: says what was probably meant.
template <class T, class Limit>
detail::refused wait_for(task<T>&, const Limit&) {
    static_assert(detail::never<T>, "wait_for owns its task: write wait_for(std::move(task), 2s)");
    return detail::refused();
}
template <class Awaited, class Limit>
detail::refused wait_for(const Awaited&, const Limit&) {
    static_assert(detail::is_duration<Limit>,
                  "wait_for takes the task first, and then a duration with its unit: "
                  "wait_for(f(), 2s)");
    static_assert(!detail::is_duration<Limit>,
                  "wait_for takes a task or a handle. Did you forget to call the coroutine: "
                  "wait_for(f(), 2s)?");
    return detail::refused();
}

}  // namespace coro
