#pragma once
// event: a flag that tasks can wait for. set() lets all pass who wait, and all
// who come until clear(). asyncio: Event.

#include "coro/awaitable.hpp"
#include "coro/loop/event_loop.hpp"
#include "coro/loop/operation.hpp"
#include "coro/loop/wait_list.hpp"

#include <coroutine>

namespace coro {

class event {
public:
    class waiting;

    event() noexcept {}
    event(const event&) = delete;
    event& operator=(const event&) = delete;

    /// Raises the flag: all who wait go on, one trip later, also if clear() follows
    /// in the same turn.
    void set() noexcept {
        set_ = true;
        while (!line_.empty()) line_.pop_front().notify();
    }

    /// Lowers it: who comes from now on waits.
    void clear() noexcept { set_ = false; }

    [[nodiscard]] bool is_set() const noexcept { return set_; }

    /// `co_await ready.wait()`: goes on once the flag is raised; at once, without a
    /// trip, if it is. Throws `cancelled` if the task is cancelled meanwhile. The
    /// event must outlive the wait.
    waiting wait() noexcept;

private:
    bool set_ = false;
    wait_list line_;
};

class [[nodiscard("co_await ready.wait()")]] event::waiting final : public awaiter,
                                                                    public operation,
                                                                    private wait_node {
public:
    explicit waiting(event& which) noexcept
        : wait_node([](wait_node& node) noexcept { static_cast<waiting&>(node).complete(); }),
          event_(which) {}

    bool await_ready() const noexcept { return event_.set_; }

    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> h) {
        begin();
        event_.line_.push_back(*this);
        suspend(h);
    }

    void await_resume() const {
        throw_if_cancelled();
        if (!pending()) throw_if_requested();
    }

    void cancel() noexcept override {
        event_.line_.remove(*this);
        complete(completion::cancelled);
    }
    [[nodiscard]] wait_info describe() const noexcept override { return wait_info("event"); }

private:
    event& event_;
};

inline event::waiting event::wait() noexcept {
    return waiting(*this);
}

}  // namespace coro
