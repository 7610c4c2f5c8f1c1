#pragma once
// Something the loop can run: a task that goes on, or a callback. It waits
// either in the ready queue (its turn comes next) or in the timer heap (its
// time comes later). asyncio calls the same thing a Handle or a TimerHandle.

#include <cstdint>

namespace coro {

class task_base;

class runnable {
public:
    runnable(const runnable&) = delete;
    runnable& operator=(const runnable&) = delete;
    virtual ~runnable() = default;

    /// What a callback does. Tasks are told apart by a flag and never come
    /// here: the loop resumes them itself, without an indirect call.
    virtual void run() noexcept {}

    /// The loop has ended and will never run it.
    virtual void dropped() noexcept {}

    /// The task this runs for, or null. Only the event stream asks.
    [[nodiscard]] virtual const task_base* on_behalf_of() const noexcept { return nullptr; }

protected:
    explicit runnable(bool is_a_task = false) noexcept : is_task(is_a_task) {}

private:
    friend class event_loop;
    friend class timer_heap;
    static constexpr std::uint32_t not_in_heap = ~std::uint32_t{0};

    bool is_task;
    std::uint32_t heap_index = not_in_heap;
};

}  // namespace coro
