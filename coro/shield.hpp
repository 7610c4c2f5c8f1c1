#pragma once
// shield: waits for a task without taking it along when the wait is cancelled.
// asyncio: shield.

#include "coro/create_task.hpp"

namespace coro {

/// `co_await shield(handle)`: as `co_await handle`, but if the one who waits is
/// cancelled, only the wait ends, and the task runs on. Keep the handle: what the
/// task brings later is read through it.
template <class T>
handle_awaiter<T, false, true> shield(const task_handle<T>& running) {
    return handle_awaiter<T, false, true>(running);
}

/// For what is no handle: says what was probably meant.
template <class T>
    requires(!requires(T& handle) { handle.base(); })
void shield(const T&) {
    static_assert(detail::never<T>,
                  "shield takes the handle of a task that runs: auto h = "
                  "coro::create_task(f()); co_await coro::shield(h). Without a handle nobody "
                  "could ever read what the task brings");
}

}  // namespace coro
