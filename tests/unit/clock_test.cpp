// clock.hpp: the loop's clock, and durations as nanoseconds of it.

#include "support.hpp"

#include <chrono>
#include <cstdint>
#include <limits>
#include <ratio>

using namespace std::chrono_literals;

namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

template <class Rep, class Period = std::ratio<1>>
std::int64_t nanoseconds(Rep count) {
    return coro::to_nanoseconds(std::chrono::duration<Rep, Period>(count));
}

}  // namespace

TEST_CASE("to_nanoseconds: whole units") {
    CHECK(coro::to_nanoseconds(0s) == 0);
    CHECK(coro::to_nanoseconds(1s) == 1'000'000'000);
    CHECK(coro::to_nanoseconds(-1s) == -1'000'000'000);
    CHECK(coro::to_nanoseconds(7ms) == 7'000'000);
    CHECK(coro::to_nanoseconds(3us) == 3'000);
    CHECK(coro::to_nanoseconds(1ns) == 1);
    CHECK(coro::to_nanoseconds(2h) == 7'200'000'000'000);
    CHECK(coro::to_nanoseconds(std::chrono::days(1)) == 86'400'000'000'000);
}

TEST_CASE("to_nanoseconds: what is finer than a nanosecond is rounded up") {
    CHECK(nanoseconds<int, std::pico>(1) == 1);
    CHECK(nanoseconds<int, std::pico>(1000) == 1);
    CHECK(nanoseconds<int, std::pico>(1001) == 2);
    CHECK(nanoseconds<int, std::pico>(-1500) == -1);
    CHECK(nanoseconds<int, std::ratio<1, 3>>(1) == 333'333'334);
    CHECK(nanoseconds<int, std::ratio<1, 3>>(3) == 1'000'000'000);
}

TEST_CASE("to_nanoseconds: floating numbers of seconds") {
    CHECK(nanoseconds(0.1) == 100'000'000);
    CHECK(nanoseconds(0.25) == 250'000'000);
    CHECK(nanoseconds(1e-9) >= 1);
    CHECK(nanoseconds(1e-12) == 1);
    CHECK(nanoseconds(-0.5) == -500'000'000);
    CHECK(nanoseconds(0.25f) == 250'000'000);
    CHECK(nanoseconds<double, std::milli>(1.5) == 1'500'000);
    CHECK(nanoseconds(2.5L) == 2'500'000'000);
}

TEST_CASE("to_nanoseconds: what does not fit becomes the largest or the smallest") {
    CHECK(coro::to_nanoseconds(std::chrono::nanoseconds::max()) == most);
    CHECK(coro::to_nanoseconds(std::chrono::seconds::max()) == most);
    CHECK(coro::to_nanoseconds(std::chrono::hours::max()) == most);
    CHECK(coro::to_nanoseconds(std::chrono::years(300)) == most);
    CHECK(coro::to_nanoseconds(std::chrono::seconds::min()) <= -most);
    CHECK(coro::to_nanoseconds(std::chrono::hours::min()) <= -most);
    CHECK(coro::to_nanoseconds(std::chrono::years(-300)) <= -most);
    CHECK(nanoseconds(1e30) == most);
    CHECK(nanoseconds(1e30f) == most);
    CHECK(nanoseconds(-1e30) <= -most);
    CHECK(nanoseconds(std::numeric_limits<double>::infinity()) == most);
    CHECK(nanoseconds(-std::numeric_limits<double>::infinity()) <= -most);
    CHECK(nanoseconds(9.223372036854775807e9) == most);
}

TEST_CASE("to_nanoseconds: unsigned counts do not turn negative") {
    CHECK(nanoseconds<std::uint64_t, std::nano>(~std::uint64_t{0}) == most);
    CHECK(nanoseconds<std::uint64_t>(~std::uint64_t{0}) == most);
    CHECK(nanoseconds<std::uint64_t, std::nano>(std::uint64_t{1} << 63) == most);
    CHECK(nanoseconds<std::uint32_t>(5) == 5'000'000'000);
    CHECK(nanoseconds<std::uint64_t, std::pico>(2'000) == 2);
}

TEST_CASE("to_nanoseconds: NaN is an error that says so") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_WITH_AS(nanoseconds(nan), doctest::Contains("NaN"), std::invalid_argument);
    CHECK_THROWS_AS(nanoseconds(std::numeric_limits<float>::quiet_NaN()), std::invalid_argument);
}

TEST_CASE("clock: the virtual one begins at zero and moves only when everybody waits") {
    auto body = [&]() -> coro::task<> {
        CHECK(coro::clock::now().time_since_epoch() == 0ns);
        for (int i = 0; i != 1000; ++i) co_await coro::yield();
        CHECK(coro::clock::now().time_since_epoch() == 0ns);
        co_await coro::sleep(90min);
        CHECK(coro::clock::now().time_since_epoch() == 90min);
        unit::hold_thread(5s);
        CHECK(coro::clock::now().time_since_epoch() == 90min + 5s);
        CHECK(coro::event_loop::current()->virtual_clock());
    };
    unit::run(body());
}

TEST_CASE("clock: the real one goes with the time of this machine") {
    auto body = [&]() -> coro::task<> {
        const auto start = std::chrono::steady_clock::now();
        const auto ours = coro::clock::now();
        co_await coro::sleep(20ms);
        CHECK(coro::clock::now() - ours >= 20ms);
        CHECK(std::chrono::steady_clock::now() - start >= 20ms);
        unit::hold_thread(1h);
        CHECK(coro::clock::now() - ours < 1h);
        CHECK_FALSE(coro::event_loop::current()->virtual_clock());
    };
    coro::run(body(), unit::real_clock());
}

TEST_CASE("clock: without a loop it says so") {
    CHECK_THROWS_WITH_AS(coro::clock::now(), doctest::Contains("coro::run()"), coro::invalid_state);
}

TEST_CASE("clock: CORO_CLOCK chooses it, unless the program does, and bad values are refused") {
    auto is_virtual = []() -> coro::task<bool> {
        co_return coro::event_loop::current()->virtual_clock();
    };
    {
        const unit::environment chosen("CORO_CLOCK", "virtual");
        CHECK(coro::run(is_virtual()));
        CHECK_FALSE(coro::run(is_virtual(), unit::real_clock()));
    }
    {
        const unit::environment chosen("CORO_CLOCK", "real");
        CHECK_FALSE(coro::run(is_virtual()));
        CHECK(coro::run(is_virtual(), unit::virtual_clock()));
    }
    {
        const unit::environment chosen("CORO_CLOCK", "");
        CHECK_FALSE(coro::run(is_virtual()));
    }
    const unit::environment chosen("CORO_CLOCK", "Virtual");
    CHECK_THROWS_WITH_AS(coro::run(is_virtual()), doctest::Contains("'Virtual'"),
                         std::invalid_argument);
    CHECK(coro::run(is_virtual(), unit::virtual_clock()));
}
