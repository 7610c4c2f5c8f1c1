#pragma once
// shield: waits for a task without taking it along when the wait is cancelled.
// asyncio: shield.

#include "coro/create_task.hpp"
#include "coro/loop/errors.hpp"
#include "coro/loop/event_loop.hpp"
#include "coro/loop/operation.hpp"
#include "coro/loop/wait_list.hpp"

#include <coroutine>
#include <cstddef>
#include <utility>

namespace coro {

/// `co_await shield(handle)`: hears of the end of the task one trip later, and goes
/// on after one more, since asyncio has a future between the two.
template <class T>
class [[nodiscard("co_await coro::shield(handle)")]] shield_awaiter final : public awaiter,
                                                                           public operation,
                                                                           private wait_node {
public:
    explicit shield_awaiter(task_handle<T> target) noexcept
        : wait_node([](wait_node& node) noexcept {
              auto& self = static_cast<shield_awaiter&>(node);
              self.in_line_ = false;
              event_loop::current()->make_ready(self);
          }),
          target_(std::move(target)) {}

    bool await_ready() const noexcept { return target_.done(); }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> h) {
        begin();
        if (&target_.base() == event_loop::current()->current_task())
            throw invalid_state("a task cannot await itself: it would wait for ever.");
        target_.base().waiters.push_back(*this);
        in_line_ = true;
        suspend(h);
    }
    decltype(auto) await_resume() {
        throw_if_cancelled();
        outcome<T>& result = target_.ended_with();
        if (result.was_cancelled()) throw_awaited_was_cancelled();
        return std::as_const(result).value();
    }

    void run() noexcept override { complete(); }
    // Only the wait ends.
    void cancel() noexcept override {
        if (std::exchange(in_line_, false)) target_.base().waiters.remove(*this);
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
    bool in_line_ = false;
};

/// `co_await shield(handle)`: as `co_await handle`, but if the one who waits is
/// cancelled, only the wait ends, and the task runs on. Keep the handle: what the
/// task brings later is read through it.
template <class T>
shield_awaiter<T> shield(const task_handle<T>& running) {
    return shield_awaiter<T>(running);
}

/// For what is no handle: says what was probably meant.
template <class T>
    requires(!requires(T& handle) { handle.base(); })
detail::refused shield(const T&) {
    static_assert(detail::never<T>,
                  "shield takes the handle of a task that runs: auto h = "
                  "coro::create_task(f()); co_await coro::shield(h). Without a handle nobody "
                  "could ever read what the task brings");
    return detail::refused();
}

}  // namespace coro
