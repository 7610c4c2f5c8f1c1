#pragma once
// sleep and sleep_until: the task goes on when its time has come; the thread
// does not wait for it. A sleep is a place in the loop's timer heap, not a
// task. asyncio: sleep, loop.call_at.

#include "coro/awaitable.hpp"
#include "coro/clock.hpp"
#include "coro/loop/event_loop.hpp"
#include "coro/loop/operation.hpp"

#include <chrono>
#include <coroutine>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace coro {

class [[nodiscard("co_await coro::sleep(...)")]] sleep_awaiter final : public awaiter,
                                                                       public operation {
public:
    /// `when`: a deadline if positive; if negative, minus how long to sleep; 0 is
    /// a yield; `passed` stands for a deadline before the clock's zero.
    static constexpr std::int64_t passed = std::numeric_limits<std::int64_t>::min();
    explicit sleep_awaiter(std::int64_t when) noexcept : when_(when) {}

    bool await_ready() const noexcept { return false; }

    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> h) {
        begin();
        event_loop& loop = *event_loop::current();
        if (when_ == 0) return loop.yield_at(h.promise());
        if (when_ == passed) {
            when_ = loop.now();
            loop.look_soon();
        } else if (when_ < 0) {
            // The clock is read here, not taken from the start of the turn: a
            // step that held the thread for a second must not shorten the sleep.
            constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
            const std::int64_t now = loop.now();
            when_ = -when_ > most - now ? most : now - when_;
        } else if (when_ <= loop.now()) {
            loop.look_soon();  // passed: the next look at the clock ends it
        }
        loop.arm(*this, when_);
        suspend(h);
    }

    void await_resume() const {
        throw_if_cancelled();
        throw_if_requested();
    }

    // Due. One trip through the ready queue brought us here, and the task
    // takes another: as in asyncio, where the timer sets a future's result.
    void run() noexcept override { complete(); }

    void cancel() noexcept override {
        event_loop::current()->disarm(*this, when_);
        complete(completion::cancelled);
    }

    [[nodiscard]] wait_info describe() const noexcept override {
        return wait_info("sleep", nullptr, when_);
    }

private:
    std::int64_t when_;  // once it waits, the deadline
};

/// Goes on after `length`, and not before. Zero and less is one yield().
/// Lengths beyond 292 years are 292 years. Throws std::invalid_argument for
/// NaN, `cancelled` if the task is cancelled meanwhile, std::length_error beyond
/// 16 million sleepers. asyncio: sleep.
template <class Rep, class Period>
sleep_awaiter sleep(std::chrono::duration<Rep, Period> length) {
    const std::int64_t nanoseconds = to_nanoseconds(length);
    return sleep_awaiter(nanoseconds > 0 ? -nanoseconds : 0);
}

/// A number without a unit: seconds, milliseconds? Refused.
template <class Number>
    requires std::is_arithmetic_v<Number>
sleep_awaiter sleep(Number) {
    static_assert(detail::never<Number>,
                  "a duration has a unit: coro::sleep(1s), coro::sleep(100ms), with using "
                  "namespace std::chrono_literals");
    return sleep_awaiter(0);
}

/// Goes on at `when` by the loop's clock; a time that has passed is one trip
/// through the loop. Throws `cancelled` if the task is cancelled meanwhile.
inline sleep_awaiter sleep_until(clock::time_point when) noexcept {
    const std::int64_t deadline = when.time_since_epoch().count();
    return sleep_awaiter(deadline > 0 ? deadline : sleep_awaiter::passed);
}

}  // namespace coro
