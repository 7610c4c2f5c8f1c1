// sleep.hpp: waiting for a time.

#include "support.hpp"

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

TEST_CASE("sleep: one after the other adds up, beside each other does not") {
    auto body = [&]() -> coro::task<> {
        co_await coro::sleep(1s);
        co_await coro::sleep(2s);
        CHECK(unit::seconds_since_start() == 3.0);
        co_await coro::gather(coro::create_task([]() -> coro::task<> {
                                  co_await coro::sleep(1s);
                              }()),
                              coro::create_task([]() -> coro::task<> {
                                  co_await coro::sleep(2s);
                              }()));
        CHECK(unit::seconds_since_start() == 5.0);
    };
    unit::run(body());
}

TEST_CASE("sleep: equal deadlines wake in the order in which they were set") {
    unit::trail trail;
    auto sleeper = [&](int which, std::chrono::milliseconds time) -> coro::task<> {
        co_await coro::sleep(time);
        trail("", which);
    };
    auto body = [&]() -> coro::task<> {
        coro::create_task(sleeper(1, 10ms));
        coro::create_task(sleeper(2, 20ms));
        coro::create_task(sleeper(3, 10ms));
        coro::create_task(sleeper(4, 5ms));
        coro::create_task(sleeper(5, 10ms));
        co_await coro::sleep(5ms);
        coro::create_task(sleeper(6, 5ms));
        co_await coro::sleep(1s);
    };
    unit::run(body());
    CHECK(trail.text() == "4 1 3 5 6 2");
}

TEST_CASE("sleep: zero, and less, is one trip to the back of the queue") {
    unit::trail trail;
    auto other = [&]() -> coro::task<> {
        for (int i = 0; i != 4; ++i) {
            trail("o", i);
            co_await coro::yield();
        }
    };
    auto body = [&]() -> coro::task<> {
        coro::create_task(other());
        co_await coro::sleep(0s);
        trail("zero");
        co_await coro::sleep(-1h);
        trail("less");
        co_await coro::sleep(std::chrono::hours::min());
        trail("least");
        co_await coro::sleep(std::chrono::duration<double>(-0.0));
        trail("none");
        CHECK(unit::seconds_since_start() == 0.0);
    };
    unit::run(body());
    CHECK(trail.text() == "o0 zero o1 less o2 least o3 none");
}

TEST_CASE("sleep: NaN is an error, thrown where it is asked for") {
    auto body = [&]() -> coro::task<> {
        bool refused = false;
        try {
            co_await coro::sleep(
                std::chrono::duration<double>(std::numeric_limits<double>::quiet_NaN()));
        } catch (const std::invalid_argument&) {
            refused = true;
        }
        CHECK(refused);
    };
    unit::run(body());
}

TEST_CASE("sleep: the longest there is can be asked for, and cancelled") {
    int cancelled = 0;
    auto longest = [&](auto time) -> coro::task<> {
        try {
            co_await coro::sleep(time);
        } catch (const coro::cancelled&) {
            ++cancelled;
        }
    };
    auto until = [&]() -> coro::task<> {
        try {
            co_await coro::sleep_until(coro::clock::time_point::max());
        } catch (const coro::cancelled&) {
            ++cancelled;
        }
    };
    auto body = [&]() -> coro::task<> {
        std::vector<coro::task_handle<>> tasks;
        tasks.push_back(coro::create_task(longest(std::chrono::nanoseconds::max())));
        tasks.push_back(coro::create_task(longest(std::chrono::seconds::max())));
        tasks.push_back(coro::create_task(longest(std::chrono::hours::max())));
        tasks.push_back(coro::create_task(longest(std::chrono::duration<double>(1e300))));
        tasks.push_back(coro::create_task(
            longest(std::chrono::duration<std::uint64_t, std::nano>(~std::uint64_t{0}))));
        tasks.push_back(coro::create_task(until()));
        co_await coro::sleep(10ms);
        for (const auto& task : tasks) CHECK_FALSE(task.done());
        for (const auto& task : tasks) task.cancel();
        for (const auto& task : tasks) co_await task;
        CHECK(cancelled == 6);
        cancelled = 0;
    };
    SUBCASE("virtual clock") {
        unit::run(body());
    }
    SUBCASE("real clock") {
        coro::run(body(), unit::real_clock());
    }
}

TEST_CASE("sleep: on the virtual clock even the longest ends, and the clock stands at its end") {
    auto body = [&]() -> coro::task<> {
        co_await coro::sleep(std::chrono::hours::max());
        CHECK(coro::clock::now() == coro::clock::time_point::max());
        co_await coro::sleep(1s);
        CHECK(coro::clock::now() == coro::clock::time_point::max());
    };
    unit::run(body());
}

TEST_CASE("sleep: floating durations are as exact as they can be") {
    auto body = [&]() -> coro::task<> {
        co_await coro::sleep(std::chrono::duration<double>(0.5));
        CHECK(coro::clock::now().time_since_epoch() == 500ms);
        co_await coro::sleep(std::chrono::duration<float, std::milli>(250.0f));
        CHECK(coro::clock::now().time_since_epoch() == 750ms);
        co_await coro::sleep(0.25s);
        CHECK(coro::clock::now().time_since_epoch() == 1s);
    };
    unit::run(body());
}

TEST_CASE("sleep: never shorter than asked, on the real clock") {
    auto body = [&]() -> coro::task<> {
        for (const auto length : {1us, 50us, 999us, 1000us, 1001us, 2500us, 7999us}) {
            const auto start = std::chrono::steady_clock::now();
            co_await coro::sleep(length);
            CHECK(std::chrono::steady_clock::now() - start >= length);
        }
    };
    coro::run(body(), unit::real_clock());
}

TEST_CASE("sleep: a step that held the thread does not shorten a sleep that follows") {
    auto body = [&]() -> coro::task<> {
        co_await coro::yield();
        std::this_thread::sleep_for(30ms);
        const auto start = std::chrono::steady_clock::now();
        co_await coro::sleep(20ms);
        CHECK(std::chrono::steady_clock::now() - start >= 20ms);
    };
    coro::run(body(), unit::real_clock());
    auto on_virtual = [&]() -> coro::task<> {
        unit::hold_thread(30ms);
        co_await coro::sleep(20ms);
        CHECK(coro::clock::now().time_since_epoch() == 50ms);
    };
    unit::run(on_virtual());
}

TEST_CASE("sleep: those that fell due while the thread was held wake in the order of deadlines") {
    unit::trail trail;
    auto sleeper = [&](int which, std::chrono::milliseconds time) -> coro::task<> {
        co_await coro::sleep(time);
        trail("", which);
    };
    auto body = [&]() -> coro::task<> {
        coro::create_task(sleeper(3, 3ms));
        coro::create_task(sleeper(1, 1ms));
        coro::create_task(sleeper(2, 2ms));
        co_await coro::yield();
        unit::hold_thread(10ms);
        co_await coro::sleep(1s);
    };
    unit::run(body());
    CHECK(trail.text() == "1 2 3");
}

TEST_CASE("sleep_until: a deadline of the loop's clock") {
    auto body = [&]() -> coro::task<> {
        const auto start = coro::clock::now();
        co_await coro::sleep_until(start + 2s);
        CHECK(coro::clock::now() == start + 2s);
        // A series of deadlines does not drift.
        for (int i = 1; i != 5; ++i) {
            co_await coro::sleep_until(start + 2s + i * 100ms);
            unit::hold_thread(30ms);
        }
        CHECK(coro::clock::now() == start + 2s + 430ms);
    };
    unit::run(body());
}

TEST_CASE("sleep_until: a time that has passed comes at the next turn, on both clocks") {
    auto body = [&]() -> coro::task<> {
        const auto start = coro::clock::now();
        co_await coro::sleep_until(start - 1s);
        co_await coro::sleep_until(coro::clock::time_point::min());
        co_await coro::sleep_until(coro::clock::time_point());
        co_await coro::sleep_until(start);
        CHECK(coro::clock::now() - start < 1s);
    };
    SUBCASE("virtual clock") {
        unit::run(body());
    }
    SUBCASE("real clock") {
        coro::run(body(), unit::real_clock());
    }
}

TEST_CASE("sleep_until: a time that has passed is not late because others are busy") {
    unit::trail trail;
    auto ticker = [&]() -> coro::task<> {
        for (int i = 0; i != 5; ++i) {
            trail("", i);
            co_await coro::yield();
        }
    };
    auto body = [&]() -> coro::task<> {
        coro::create_task(ticker());
        co_await coro::sleep_until(coro::clock::now() - 1s);
        trail("woke");
        co_await coro::sleep(1s);
    };
    // asyncio's call_at: at the next iteration its callback, at the one after
    // that the task.
    SUBCASE("virtual clock") {
        unit::run(body());
    }
    SUBCASE("real clock") {
        coro::run(body(), unit::real_clock());
    }
    CHECK(trail.text() == "0 1 woke 2 3 4");
}

TEST_CASE("sleep: awaited twice is an error that says so, not a wait for ever") {
    auto body = [&]() -> coro::task<> {
        auto nap = coro::sleep(1s);
        co_await nap;
        std::string said;
        try {
            co_await nap;
        } catch (const coro::invalid_state& error) {
            said = error.what();
        }
        CHECK(unit::contains(said, "awaited before"));
        co_await coro::sleep(1s);
        CHECK(unit::seconds_since_start() == 2.0);
    };
    unit::run(body());
}

TEST_CASE(
    "sleep: a temporary in the same expression lives until the sleep is over, and goes once") {
    unit::tally tally;
    auto length_of = [](const unit::counted& value) {
        return std::chrono::seconds(value.value());
    };
    auto body = [&]() -> coro::task<> {
        co_await coro::sleep(length_of(unit::counted(tally, 3)));
        CHECK(unit::seconds_since_start() == 3.0);
        CHECK(tally.alive() == 0);
    };
    unit::run(body());
    CHECK(tally.made == 1);
    CHECK(tally.alive() == 0);
}

TEST_CASE("sleep: ten thousand at once on the real clock all wake, none early") {
    int early = 0;
    int woke = 0;
    auto sleeper = [&](std::chrono::microseconds time) -> coro::task<> {
        const auto start = std::chrono::steady_clock::now();
        co_await coro::sleep(time);
        if (std::chrono::steady_clock::now() - start < time) ++early;
        ++woke;
    };
    auto body = [&]() -> coro::task<> {
        std::vector<coro::task<>> sleepers;
        for (int i = 0; i != 10'000; ++i)
            sleepers.push_back(sleeper(std::chrono::microseconds(i * 7 % 5000)));
        co_await coro::gather(std::move(sleepers));
    };
    coro::run(body(), unit::real_clock());
    CHECK(woke == 10'000);
    CHECK(early == 0);
}
