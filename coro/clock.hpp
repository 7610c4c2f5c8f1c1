#pragma once
// The loop's clock, real or virtual, as a std::chrono clock, and how any
// std::chrono duration becomes nanoseconds of it.

#include "coro/loop/event_loop.hpp"

#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <ratio>
#include <stdexcept>
#include <type_traits>

namespace coro {

/// asyncio: loop.time(). It never jumps back. On the virtual clock it stands
/// still while the program runs and jumps to the next deadline when nothing is
/// ready.
struct clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<clock>;
    static constexpr bool is_steady = true;

    /// Throws invalid_state without a running loop.
    static time_point now() {
        return time_point(duration(event_loop::require("clock::now").now()));
    }
};

/// Nanoseconds: of whole numbers rounded up, since to wait too short would be
/// wrong; of floating ones the nearest, at least one, so that 0.1 s is the same
/// as 100 ms. What does not fit becomes the largest value, or minus that.
/// Throws std::invalid_argument for NaN.
template <class Rep, class Period>
std::int64_t to_nanoseconds(std::chrono::duration<Rep, Period> length) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    if constexpr (std::is_floating_point_v<Rep>) {
        const auto exact =
            static_cast<long double>(length.count()) * 1e9L * Period::num / Period::den;
        if (std::isnan(exact))
            throw std::invalid_argument("a duration is NaN: how long is not a number?");
        if (exact >= static_cast<long double>(most)) return most;
        if (exact <= -static_cast<long double>(most)) return -most;
        const auto nearest = static_cast<std::int64_t>(std::round(exact));
        return nearest == 0 && exact > 0 ? 1 : nearest;
    } else {
        using factor = std::ratio_divide<Period, std::nano>;
        if constexpr (std::is_unsigned_v<Rep>)
            if (length.count() > static_cast<std::uint64_t>(most)) return most;
        const auto count = static_cast<std::int64_t>(length.count());
        if (count > most / factor::num) return most;
        if (count < -most / factor::num) return -most;
        const std::int64_t scaled = count * factor::num;
        return scaled / factor::den + (scaled % factor::den > 0 ? 1 : 0);
    }
}

}  // namespace coro
