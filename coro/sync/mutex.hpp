#pragma once
// mutex: one task at a time. Whoever waits stands in a line, and unlocking hands
// the lock over to the first of it, so that nobody who comes later can be faster.
// asyncio: Lock.

#include "coro/sync/line_wait.hpp"
#include <utility>

namespace coro {

class mutex;

/// Holds a mutex, and unlocks it when it goes. Movable; moved from, it holds none.
class [[nodiscard("without a name the guard unlocks at once: auto guard = co_await m.lock()")]]
mutex_guard {
public:
    mutex_guard() noexcept {}
    mutex_guard(mutex_guard&& other) noexcept : mutex_(std::exchange(other.mutex_, nullptr)) {}
    mutex_guard& operator=(mutex_guard&& other) noexcept {
        if (this != &other) {
            unlock();
            mutex_ = std::exchange(other.mutex_, nullptr);
        }
        return *this;
    }
    inline ~mutex_guard();

    /// Unlocks it now; nothing if this holds none.
    inline void unlock() noexcept;
    [[nodiscard]] bool owns_lock() const noexcept { return mutex_ != nullptr; }

private:
    friend class mutex;
    friend class condition;  // wants to know which mutex it is
    explicit mutex_guard(mutex& locked) noexcept : mutex_(&locked) {}

    mutex* mutex_ = nullptr;
};

class mutex {
public:
    class locking;

    mutex() noexcept {}
    mutex(const mutex&) = delete;
    mutex& operator=(const mutex&) = delete;

    /// `auto guard = co_await m.lock()`: at once, without a trip, if it is free; else
    /// first come, first served. A lock that was handed over is kept, although the
    /// task is cancelled in that very turn: the request comes at its next
    /// suspension. Throws `cancelled` if it is cancelled while it waits. A task that
    /// locks twice waits for itself, for ever.
    [[nodiscard("auto guard = co_await m.lock()")]] awaited_by<locking, mutex> lock() noexcept {
        return awaited_by<locking, mutex>(*this);
    }

    /// Locks it if it is free; else the guard holds nothing.
    mutex_guard try_lock() noexcept {
        return std::exchange(locked_, true) ? mutex_guard() : mutex_guard(*this);
    }

    [[nodiscard]] bool locked() const noexcept { return locked_; }

private:
    friend class mutex_guard;

    void unlock() noexcept {
        if (line_.empty())
            locked_ = false;
        else
            line_.wake_first();  // still locked: it is that task's now
    }

    bool locked_ = false;
    waiting_line line_{"mutex"};
};

inline void mutex_guard::unlock() noexcept {
    if (mutex_ != nullptr) std::exchange(mutex_, nullptr)->unlock();
}

inline mutex_guard::~mutex_guard() {
    if (mutex_ != nullptr) mutex_->unlock();
}

class mutex::locking : public line_wait {
public:
    explicit locking(mutex& which) noexcept : line_wait(which.line_), mutex_(which) {}

    bool await_ready() const noexcept { return !std::exchange(mutex_.locked_, true); }
    mutex_guard await_resume() const {
        throw_if_cancelled();
        return mutex_guard(mutex_);
    }

private:
    mutex& mutex_;
};

}  // namespace coro
