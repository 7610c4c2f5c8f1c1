// The clock that lessons go by. In a loop on the virtual clock, time is the
// loop's; outside of run() nobody keeps a virtual time, so we do, and holding
// the thread adds to it. On the real clock it is the time of the machine.

#include "lesson.hpp"

#include "coro/loop/event_loop.hpp"

#include <cerrno>
#include <cmath>
#include <string_view>
#include <time.h>

namespace lesson {
namespace {

std::int64_t read(clockid_t clock) noexcept {
    timespec time{};
    ::clock_gettime(clock, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

bool virtual_by_environment() noexcept {
    const char* chosen = std::getenv("CORO_CLOCK");
    return chosen != nullptr && std::string_view(chosen) == "virtual";
}

// Virtual time goes on from one run() to the next: a loop begins at zero, and
// before it were the loops that have ended, and what was held outside of any.
std::int64_t held_outside = 0;

std::int64_t now() noexcept {
    if (!virtual_clock()) {
        return read(CLOCK_MONOTONIC);
    }
    const coro::event_loop* loop = coro::event_loop::current();
    return held_outside + coro::event_loop::virtual_time_before() +
           (loop != nullptr ? loop->now() : 0);
}

void advance(std::int64_t nanoseconds) noexcept {
    if (coro::event_loop* loop = coro::event_loop::current()) {
        loop->advance(nanoseconds);
    } else {
        held_outside += nanoseconds;
    }
}

std::int64_t to_nanoseconds(seconds time) noexcept {
    return time.count() > 0 ? std::llround(time.count() * 1e9) : 0;
}

}  // namespace

bool virtual_clock() noexcept {
    const coro::event_loop* loop = coro::event_loop::current();
    return loop != nullptr ? loop->virtual_clock() : virtual_by_environment();
}

void block_for(seconds time) {
    const std::int64_t nanoseconds = to_nanoseconds(time);
    if (virtual_clock()) {
        advance(nanoseconds);
        return;
    }
    // A deadline, so that a signal in between does not make the wait longer.
    const std::int64_t end = read(CLOCK_MONOTONIC) + nanoseconds;
    const timespec until{end / 1'000'000'000, end % 1'000'000'000};
    while (::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == EINTR) {
    }
}

void burn_cpu(seconds time) {
    const std::int64_t nanoseconds = to_nanoseconds(time);
    if (virtual_clock()) {
        advance(nanoseconds);
        return;
    }
    const std::int64_t end = read(CLOCK_THREAD_CPUTIME_ID) + nanoseconds;
    while (read(CLOCK_THREAD_CPUTIME_ID) < end) {
    }
}

void stopwatch::restart() noexcept {
    start_ = now();
    cpu_start_ = read(CLOCK_PROCESS_CPUTIME_ID);
}

double stopwatch::elapsed() const noexcept {
    return static_cast<double>(now() - start_) / 1e9;
}

double stopwatch::cpu() const noexcept {
    return static_cast<double>(read(CLOCK_PROCESS_CPUTIME_ID) - cpu_start_) / 1e9;
}

}  // namespace lesson
