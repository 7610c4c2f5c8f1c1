#pragma once
// event: a flag that tasks can wait for. set() lets all pass who wait, and all
// who come until clear(). asyncio: Event.

#include "coro/sync/line_wait.hpp"

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
        line_.wake_all();
    }

    /// Lowers it: who comes from now on waits.
    void clear() noexcept { set_ = false; }

    [[nodiscard]] bool is_set() const noexcept { return set_; }

    /// `co_await ready.wait()`: goes on once the flag is raised; at once, without a
    /// trip, if it is. Throws `cancelled` if the task is cancelled meanwhile. The
    /// event must outlive the wait.
    [[nodiscard("co_await ready.wait()")]] awaited_by<waiting, event> wait() noexcept {
        return awaited_by<waiting, event>(*this);
    }

private:
    bool set_ = false;
    waiting_line line_{"event"};
};

class event::waiting final : public line_wait {
public:
    explicit waiting(event& which) noexcept : line_wait(which.line_), event_(which) {}

    bool await_ready() const noexcept { return event_.set_; }
    void await_resume() const {
        throw_if_cancelled();
        if (!pending()) throw_if_requested();
    }

private:
    event& event_;
};

}  // namespace coro
