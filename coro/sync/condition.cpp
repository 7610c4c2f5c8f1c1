// See condition.hpp.

#include "coro/sync/condition.hpp"

#include "coro/loop/event_loop.hpp"

namespace coro {

// The wait for the notify alone. It tells by a value how it ended, since the mutex
// has to be locked again before anything may be thrown.
class condition::waiting final : public line_wait {
public:
    explicit waiting(waiting_line& line) noexcept : line_wait(line) {}

    bool await_ready() const noexcept { return false; }
    /// True if a notify has come.
    bool await_resume() const noexcept { return how_ == completion::done; }
};

// Cannot be cancelled: it would leave the caller without the lock that its guard
// says it has. The request waits meanwhile.
class condition::locking_again final : public mutex::locking {
public:
    using mutex::locking::locking;

    void cancel() noexcept override { waiting_task().cancel_pending = true; }
    void end_early() noexcept override { line_wait::cancel(); }  // destroyed where it stands
};

task<> condition::wait(mutex_guard& guard) {
    if (guard.mutex_ != mutex_)
        throw invalid_state("condition::wait: the guard does not hold the mutex of this condition. "
                            "Lock it first: auto guard = co_await m.lock()");
    guard.unlock();
    waiting for_notify(line_);
    const bool notified = co_await for_notify;
    locking_again lock(*mutex_);
    guard = co_await lock;
    task_base& self = *event_loop::current()->current_task();
    if (!notified) {
        self.cancel_is_thrown();  // this one now, and others with it
        throw cancelled{};
    }
    if (self.cancel_pending) {  // it came with the notify, or while we stood in line
        notify();
        self.cancel_is_thrown();
        throw cancelled{};
    }
}

}  // namespace coro
