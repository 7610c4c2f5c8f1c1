#pragma once
// What every lesson shares: printing, a stopwatch, and two ways to hold the
// thread. All of them go by the clock in use, so that under CORO_CLOCK=virtual
// a lesson of three seconds takes none and prints exactly 3.000. lesson.cpp
// has the few lines behind them, counting.hpp what is counted and drawn, lesson.py
// the same for the asyncio twins.

#include "coro/coro.hpp"

#include "by_hand.hpp"
#include "counting.hpp"

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <utility>

namespace lesson {

/// A length of time; takes 1s, 500ms and 0.5s alike.
using seconds = std::chrono::duration<double>;

/// Prints a line, as fmt::println would, and tells whoever watches the loop.
template <typename... Args>
void say(fmt::format_string<Args...> text, Args&&... args) {
    coro::println(text, std::forward<Args>(args)...);
}

/// Is the clock the virtual one, which jumps instead of waiting?
[[nodiscard]] bool virtual_clock() noexcept;

/// Prints what differs from run to run and from machine to machine: on the
/// real clock only, since on the virtual one the tests compare every letter.
template <typename... Args>
void measured(fmt::format_string<Args...> text, Args&&... args) {
    if (!virtual_clock()) {
        coro::println(text, std::forward<Args>(args)...);
    }
}

/// Waits as an ordinary function waits: nothing else runs on this thread
/// meanwhile (Python: time.sleep).
void block_for(seconds time);

/// Computes for so long, as real work would: processor time of this thread,
/// so that it is the same amount of work on a busy machine.
void burn_cpu(seconds time);

/// Seconds since it was made, or since restart(), by the clock in use.
class stopwatch {
public:
    stopwatch() noexcept { restart(); }
    void restart() noexcept;
    [[nodiscard]] double elapsed() const noexcept;

    /// The processor time this program has used meanwhile, in seconds: how
    /// much of the elapsed time it computed. Real, whatever the clock.
    [[nodiscard]] double cpu() const noexcept;

private:
    std::int64_t start_ = 0;
    std::int64_t cpu_start_ = 0;
};

/// Lessons report what goes wrong (a task left pending, an error nobody read)
/// without being asked to; CORO_DEBUG=0 in the environment turns that off.
inline const int reports_are_on = ::setenv("CORO_DEBUG", "reports", /*overwrite=*/0);

}  // namespace lesson
