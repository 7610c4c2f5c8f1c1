// The loop's clock, real or virtual, and its timers.

#include "coro/kernel/kernel.hpp"
#include "coro/loop/event_loop.hpp"
#include "coro/loop/step_watch.hpp"

#include <cstdlib>
#include <ctime>
#include <stdexcept>
#include <string>
#include <string_view>

namespace coro {

namespace {

std::int64_t monotonic_now() noexcept {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

bool event_loop::wants_virtual(clock_kind clock) {
    if (clock != clock_kind::automatic) return clock == clock_kind::virtual_time;
    const char* text = std::getenv("CORO_CLOCK");
    const std::string_view value = text != nullptr ? text : "";
    if (value.empty() || value == "real") return false;
    if (value == "virtual") return true;
    throw std::invalid_argument("CORO_CLOCK is '" + std::string(value) +
                                "': it can be real or virtual");
}

std::int64_t event_loop::now() const noexcept {
    return virtual_ ? virtual_now_ : monotonic_now();
}

void event_loop::advance(std::int64_t nanoseconds) noexcept {
    if (!virtual_ || nanoseconds <= 0) return;
    virtual_now_ += nanoseconds;
    steps_since_look_ = steps_per_look;  // timers may be due now
}

void event_loop::arm(runnable& timer, std::int64_t deadline) {
    timers_.push(timer, deadline);
    if (virtual_ && deadline <= virtual_now_) look_soon();
    if (observed()) tell(event_kind::timer_armed, timer.on_behalf_of(), {}, deadline - began_);
}

void event_loop::disarm(runnable& timer, std::int64_t deadline) noexcept {
    if (!timer_heap::contains(timer)) return;  // it is due: in the ready queue already
    timers_.remove(timer);
    if (observed()) tell(event_kind::timer_cancelled, timer.on_behalf_of(), {}, deadline - began_);
}

void event_loop::look_at_clock() {
    steps_since_look_ = 0;
    check_fork();
    if (watch_ != nullptr) watch_->step_goes_on();  // with the next step; we may have waited
    if (kernel_->blind()) {
        // epoll cannot tell us from memory that something has arrived.
        const std::int64_t time = monotonic_now();
        if (!just_waited_ && time - last_look_ >= 1'000'000) hand_over(0);
        if (just_waited_ || time - last_look_ >= 1'000'000) last_look_ = time;
        just_waited_ = false;
    }
    if (timers_.empty()) return;
    const std::int64_t time = now();
    while (!timers_.empty() && timers_.next_deadline() <= time) {
        const std::int64_t deadline = timers_.next_deadline();
        runnable& due = timers_.pop();
        if (observed()) tell(event_kind::timer_fired, due.on_behalf_of(), {}, deadline - began_);
        ready_.push(due);
    }
}

}  // namespace coro
