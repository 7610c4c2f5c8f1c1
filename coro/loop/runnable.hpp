#pragma once
// Something the loop can call: a callback. It waits either in the ready queue
// (its turn comes next) or in the timer heap (its time comes later). Tasks are
// not runnables: the loop resumes those itself. asyncio calls the same thing a
// Handle or a TimerHandle.

#include <cstdint>

namespace coro {

class task_base;

class runnable {
public:
    runnable(const runnable&) = delete;
    runnable& operator=(const runnable&) = delete;
    virtual ~runnable() = default;

    /// What the callback does.
    virtual void run() noexcept {}

    /// The loop has ended and will never run it.
    virtual void dropped() noexcept {}

    /// The task this runs for, or null. Only the event stream asks.
    [[nodiscard]] virtual const task_base* on_behalf_of() const noexcept { return nullptr; }

protected:
    runnable() noexcept {}

private:
    friend class timer_heap;
    static constexpr std::uint32_t no_timer = ~std::uint32_t{0};

    std::uint32_t timer_number = no_timer;  // its place among the timers, if it is set
};

}  // namespace coro
