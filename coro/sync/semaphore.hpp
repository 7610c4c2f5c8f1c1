#pragma once
// semaphore: so many at once. A permit that is given back goes to the first who
// waits for one. asyncio: Semaphore, with a permit that gives itself back instead of
// release().

#include "coro/sync/line_wait.hpp"

#include <cstddef>
#include <source_location>
#include <utility>

namespace coro {

class semaphore;

/// One of the permits of a semaphore; gives it back when it goes. Movable; moved
/// from, it holds none.
class [[nodiscard("without a name the permit is given back at once: "
                  "auto permit = co_await limit.acquire()")]] permit {
public:
    permit() noexcept {}
    permit(permit&& other) noexcept : from_(std::exchange(other.from_, nullptr)) {}
    permit& operator=(permit&& other) noexcept {
        if (this != &other) {
            release();
            from_ = std::exchange(other.from_, nullptr);
        }
        return *this;
    }
    inline ~permit();

    /// Gives it back now; nothing if this holds none.
    inline void release() noexcept;
    [[nodiscard]] bool held() const noexcept { return from_ != nullptr; }

private:
    friend class semaphore;
    explicit permit(semaphore& from) noexcept : from_(&from) {}

    semaphore* from_ = nullptr;
};

class semaphore {
public:
    class acquiring;

    /// With `permits` to give. Throws std::invalid_argument for fewer than one.
    explicit semaphore(std::ptrdiff_t permits,
                       std::source_location where = std::source_location::current())
        : free_(permits), limit_(permits), made_at_(where) {
        made();
    }
    ~semaphore() { gone(); }
    semaphore(const semaphore&) = delete;
    semaphore& operator=(const semaphore&) = delete;

    /// `auto permit = co_await limit.acquire()`: at once, without a trip, if one is
    /// free; else first come, first served. A permit that was handed over is kept,
    /// although the task is cancelled in that very turn. Throws `cancelled` if it is
    /// cancelled while it waits.
    [[nodiscard("auto permit = co_await limit.acquire()")]] awaited_by<acquiring, semaphore>
    acquire() noexcept {
        return awaited_by<acquiring, semaphore>(*this);
    }

    /// Takes one if one is free; else the permit holds nothing.
    permit try_acquire() noexcept {
        return take() ? permit(*this) : permit();
    }

    [[nodiscard]] bool locked() const noexcept { return free_ == 0; }
    /// How many are free, and how many there are.
    [[nodiscard]] std::ptrdiff_t available() const noexcept { return free_; }
    [[nodiscard]] std::ptrdiff_t limit() const noexcept { return limit_; }

private:
    friend class permit;
    // For the report of a limit that limited nothing.
    void made();
    void gone() noexcept;

    bool take() noexcept {
        if (free_ == 0) return false;
        acquired_ = true;
        --free_;
        return true;
    }

    void give_back() noexcept {
        if (line_.empty())
            ++free_;
        else
            line_.wake_first();
    }

    std::ptrdiff_t free_;
    std::ptrdiff_t limit_;
    std::source_location made_at_;
    bool acquired_ = false;  // at least once
    waiting_line line_{"semaphore"};
};

inline void permit::release() noexcept {
    if (from_ != nullptr) std::exchange(from_, nullptr)->give_back();
}

inline permit::~permit() {
    if (from_ != nullptr) from_->give_back();
}

class semaphore::acquiring final : public line_wait {
public:
    explicit acquiring(semaphore& which) noexcept : line_wait(which.line_), semaphore_(which) {}

    bool await_ready() const noexcept { return semaphore_.take(); }

    permit await_resume() const {
        throw_if_cancelled();
        return permit(semaphore_);
    }

private:
    semaphore& semaphore_;
};

}  // namespace coro
