#pragma once
// yield: to the back of the ready queue, so that everyone else who is ready
// goes first. asyncio: sleep(0).

#include "coro/loop/event_loop.hpp"
#include "coro/loop/operation.hpp"

#include <coroutine>

namespace coro {

class [[nodiscard("co_await coro::yield()")]] yield_awaiter final : public awaiter {
public:
    yield_awaiter() noexcept {}

    bool await_ready() const noexcept { return false; }

    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> h) const {
        event_loop::current()->yield_at(h.promise());
    }

    void await_resume() const { operation::throw_if_requested(); }
};

/// Lets every task that is ready now run before this one goes on; timers and
/// I/O that are due get their turn too. Takes no time of its own. Throws
/// `cancelled` if the task is cancelled meanwhile.
inline yield_awaiter yield() noexcept {
    return {};
}

}  // namespace coro
