// See condition.hpp.

#include "coro/sync/condition.hpp"

namespace coro {

// The wait for the notify alone. It tells by a value how it ended, since the mutex
// has to be locked again before anything may be thrown.
class condition::waiting final : public awaiter, public operation, private wait_node {
public:
    explicit waiting(wait_list& line) noexcept
        : wait_node([](wait_node& node) noexcept { static_cast<waiting&>(node).complete(); }),
          line_(line) {}

    bool await_ready() const noexcept { return false; }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> h) {
        begin();
        line_.push_back(*this);
        suspend(h);
    }
    /// True if a notify has come.
    bool await_resume() const noexcept { return how_ == completion::done; }

    void cancel() noexcept override {
        line_.remove(*this);
        complete(completion::cancelled);
    }
    [[nodiscard]] wait_info describe() const noexcept override { return wait_info("condition"); }

private:
    wait_list& line_;
};

// Stands in the mutex's line and cannot be cancelled: it would leave the caller
// without the lock that its guard says it has. The request waits meanwhile.
class condition::locking_again final : public awaiter, public operation, private wait_node {
public:
    explicit locking_again(mutex& which) noexcept
        : wait_node([](wait_node& node) noexcept { static_cast<locking_again&>(node).complete(); }),
          mutex_(which) {}

    bool await_ready() const noexcept { return !std::exchange(mutex_.locked_, true); }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> h) {
        begin();
        mutex_.line_.push_back(*this);
        suspend(h);
    }
    void await_resume() const noexcept {}

    void cancel() noexcept override { waiting_task().cancel_pending = true; }
    void end_early() noexcept override {  // the task is destroyed where it stands
        mutex_.line_.remove(*this);
        complete(completion::cancelled);
    }
    [[nodiscard]] wait_info describe() const noexcept override { return wait_info("mutex"); }

private:
    mutex& mutex_;
};

task<> condition::wait(mutex_guard& guard) {
    if (guard.mutex_ != mutex_)
        throw invalid_state("condition::wait: the guard does not hold the mutex of this condition. "
                            "Lock it first: auto guard = co_await m.lock()");
    guard.unlock();
    waiting for_notify(line_);
    const bool notified = co_await for_notify;
    locking_again lock(*mutex_);
    co_await lock;
    guard = mutex_guard(*mutex_);
    task_base& self = *event_loop::current()->current_task();
    if (!notified) {
        self.cancel_pending = false;  // this one is delivered now, and others with it
        throw cancelled{};
    }
    if (self.cancel_pending) {  // it came with the notify, or while we stood in line
        notify();
        self.cancel_pending = false;
        throw cancelled{};
    }
}

}  // namespace coro
