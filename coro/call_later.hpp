#pragma once
// call_later: has the loop call a function after a while. A plain function and not a
// coroutine: it cannot wait, but it can set a future or an event, or create a task.
// asyncio: loop.call_later.

#include "coro/clock.hpp"
#include "coro/loop/event_loop.hpp"
#include "coro/loop/reporter.hpp"
#include "coro/loop/runnable.hpp"

#include <chrono>
#include <cstdint>
#include <exception>
#include <source_location>
#include <type_traits>
#include <utility>

namespace coro {

// A call that is yet to come: shared by the loop, until it has come, and the handles.
class later_call : public runnable {
public:
    void run() noexcept override;
    void dropped() noexcept override;

    /// Puts it among the loop's timers. Throws what event_loop::arm throws; then it is
    /// still the caller's.
    void arm(event_loop& loop, std::int64_t nanoseconds);
    void cancel() noexcept;
    [[nodiscard]] bool was_cancelled() const noexcept { return state_ == state::cancelled; }
    [[nodiscard]] std::int64_t deadline() const noexcept { return deadline_; }

    void add_reference() noexcept { ++references_; }
    void drop_reference() noexcept {
        if (--references_ == 0) delete this;
    }

protected:
    explicit later_call(std::source_location where) noexcept : where_(where) {}

private:
    virtual void call() = 0;
    /// Destroys the function, and what it holds.
    virtual void forget() noexcept = 0;

    enum class state : std::uint8_t { set, over, cancelled };

    std::int64_t deadline_ = 0;
    std::source_location where_;
    unsigned references_ = 1;
    state state_ = state::set;
};

template <class F>
class later_function final : public later_call {
public:
    template <class G>
    later_function(G&& f, std::source_location where)
        : later_call(where), f_(std::forward<G>(f)) {}
    ~later_function() override { later_function::forget(); }

private:
    void call() override { std::move(f_)(); }
    void forget() noexcept override {
        if (!std::exchange(forgotten_, true)) f_.~F();
    }

    union {
        F f_;
    };
    bool forgotten_ = false;
};

/// A call that call_later has set. It may be dropped, and the call comes all the same.
/// Copies mean the same call. Only for the thread of its loop. asyncio: TimerHandle.
class timer_handle {
public:
    timer_handle(const timer_handle& other) noexcept : call_(other.call_) {
        call_->add_reference();
    }
    timer_handle& operator=(const timer_handle& other) noexcept {
        other.call_->add_reference();
        call_->drop_reference();
        call_ = other.call_;
        return *this;
    }
    ~timer_handle() { call_->drop_reference(); }

    /// The function is not called, and what it holds is destroyed, now. Nothing if it
    /// was called already.
    void cancel() const noexcept { call_->cancel(); }
    [[nodiscard]] bool cancelled() const noexcept { return call_->was_cancelled(); }
    /// When it is due, by the loop's clock.
    [[nodiscard]] clock::time_point when() const noexcept {
        return clock::time_point(clock::duration(call_->deadline()));
    }

    /// For the library: adopts a reference.
    explicit timer_handle(later_call* adopted) noexcept : call_(adopted) {}
    [[nodiscard]] later_call& base() const noexcept { return *call_; }

private:
    later_call* call_;
};

/// Has the loop call `f()` on its own thread, once, when `delay` has passed; zero and
/// less: in the next turn. Calls with one deadline come in the order in which they were
/// set. What f throws is reported on standard error, and the loop goes on. When main
/// has ended, calls that are not due are dropped. Throws invalid_state outside of a
/// loop, std::invalid_argument for NaN, std::bad_alloc, std::length_error beyond 16
/// million timers, and what copying or moving f throws. asyncio: loop.call_later.
template <class Rep, class Period, class F>
timer_handle call_later(std::chrono::duration<Rep, Period> delay, F&& f,
                        std::source_location where = std::source_location::current()) {
    static_assert(std::is_invocable_v<std::decay_t<F>>,
                  "call_later takes a function to call: call_later(1s, [] { ... }). To start a "
                  "coroutine later, let it begin with co_await coro::sleep(1s)");
    const std::int64_t nanoseconds = to_nanoseconds(delay);
    event_loop& loop = event_loop::require("call_later");
    const timer_handle handle(new later_function<std::decay_t<F>>(std::forward<F>(f), where));
    handle.base().arm(loop, nanoseconds);
    return handle;
}

}  // namespace coro
