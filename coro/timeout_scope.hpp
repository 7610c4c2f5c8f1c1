#pragma once
// A time limit on what the running task does while this object lives: when the time
// is over, the task is cancelled. The request is the scope's own: it is taken back
// when the scope ends, so it is never mistaken for that of somebody else. What
// wait_for() is made of. asyncio: timeout.

#include "coro/clock.hpp"

#include <chrono>
#include <cstdint>

namespace coro {

class event_loop;
class task_base;

class timeout_scope {
public:
    /// For the running task, from now on. Zero and less: at its next suspension.
    /// Throws invalid_state where no task runs.
    explicit timeout_scope(std::int64_t nanoseconds);
    ~timeout_scope();
    timeout_scope(const timeout_scope&) = delete;
    timeout_scope& operator=(const timeout_scope&) = delete;

    [[nodiscard]] bool expired() const noexcept { return expired_; }

    /// For a handler of `cancelled`: was it this scope that cancelled the task, and
    /// nobody else?
    [[nodiscard]] bool caused_it() const noexcept;

private:
    class alarm;

    task_base& task_;
    alarm* alarm_;  // until it has rung
    std::int64_t deadline_ = 0;
    unsigned requests_before_;
    bool pending_before_;
    bool expired_ = false;
};

}  // namespace coro
