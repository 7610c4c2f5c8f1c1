// wait_for.hpp and timeout_scope.hpp: a time limit.

#include "support.hpp"

#include "coro/wait_for.hpp"

#include <memory>
#include <stdexcept>
#include <string>

using namespace std::chrono_literals;

namespace {

// How `limited` ends, in a word.
template <class T>
coro::task<std::string> end_of(coro::task<T> limited) {
    std::string end = "value";
    try {
        co_await std::move(limited);
    } catch (const coro::timeout_error&) {
        end = "timeout";
    } catch (const coro::cancelled&) {
        end = "cancelled";
    } catch (const std::exception& error) {
        end = error.what();
    }
    co_return end;
}

}  // namespace

TEST_CASE("wait_for: what ends in time gives its result, at the time it ends") {
    auto body = []() -> coro::task<> {
        const int value = co_await coro::wait_for(unit::value_after(7, 1s), 2s);
        CHECK(value == 7);
        CHECK(unit::seconds_since_start() == 1.0);
        co_await coro::sleep(10s);  // nothing is left that would cancel us later
        CHECK(coro::current_task().cancelling() == 0);
    };
    unit::run(body());
}

TEST_CASE("wait_for: what does not is cancelled, and says after how long") {
    auto body = []() -> coro::task<> {
        std::string said;
        try {
            co_await coro::wait_for(unit::value_after(7, 2s), 500ms);
        } catch (const coro::timeout_error& error) {
            said = error.what();
        }
        CHECK(unit::contains(said, "0.5 s"));
        CHECK(unit::seconds_since_start() == 0.5);
        CHECK(coro::current_task().cancelling() == 0);
        co_await coro::sleep(1s);  // and may wait again
    };
    unit::run(body());
}

TEST_CASE("wait_for: throws only after the clean-up has run, also if that sleeps") {
    unit::trail trail;
    auto cleans_up = [&]() -> coro::task<> {
        bool stopped = false;
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            stopped = true;
        }
        co_await coro::sleep(1s);
        trail("clean");
        if (stopped) throw coro::cancelled();
    };
    auto body = [&]() -> coro::task<> {
        const std::string end = co_await end_of(coro::wait_for(cleans_up(), 1s));
        trail(end);
        CHECK(unit::seconds_since_start() == 2.0);
    };
    unit::run(body());
    CHECK(trail.text() == "clean timeout");
}

TEST_CASE("wait_for: a clean-up that throws, and one that swallows the cancel") {
    auto throws = []() -> coro::task<int> {
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            throw std::runtime_error("clean-up");
        }
        co_return 1;
    };
    auto swallows = []() -> coro::task<int> {
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
        }
        co_return 2;
    };
    auto body = [&]() -> coro::task<> {
        const std::string end = co_await end_of(coro::wait_for(throws(), 1s));
        CHECK(end == "clean-up");
        const int value = co_await coro::wait_for(swallows(), 1s);
        CHECK(value == 2);
        CHECK(coro::current_task().cancelling() == 0);
        co_await coro::sleep(1s);
    };
    unit::run(body());
}

TEST_CASE("wait_for: a result that comes in the turn of the timeout wins") {
    auto body = []() -> coro::task<> {
        unit::gate gate;
        auto opened = [&]() -> coro::task<int> {
            co_await gate;
            co_return 3;
        };
        auto opener = [&]() -> coro::task<> {
            co_await coro::sleep(900ms);
            unit::hold_thread(100ms);
            co_await coro::yield();  // the time is over, and stands behind us
            gate.open();
        };
        const auto other = coro::create_task(opener());
        co_await coro::yield();
        const int value = co_await coro::wait_for(opened(), 1s);
        CHECK(value == 3);
        CHECK(coro::current_task().cancelling() == 0);
        co_await coro::sleep(1s);
    };
    unit::run(body());
}

TEST_CASE("wait_for: an outer cancel surfaces, alone and in the turn of the timeout") {
    auto limited = []() -> coro::task<> {
        co_await coro::wait_for(unit::value_after(1, 10s), 2s);
    };
    for (const auto hold : {0s, 1s}) {
        auto body = [&]() -> coro::task<> {
            auto cancels = [&](coro::task_handle<> whom) -> coro::task<> {
                co_await coro::sleep(1s);
                unit::hold_thread(hold);
                co_await coro::yield();  // after the second second the time is over, too
                whom.cancel();
            };
            const auto task = coro::create_task(limited());
            const auto other = coro::create_task(cancels(task));
            co_await other;
            co_await coro::sleep(1s);
            CHECK(task.cancelled());
        };
        unit::run(body());
    }
}

TEST_CASE("wait_for: limits within limits, the inner and the outer one first") {
    auto inner = [](std::chrono::nanoseconds limit) -> coro::task<std::string> {
        std::string end = "value";
        try {
            co_await coro::wait_for(unit::value_after(1, 10s), limit);
        } catch (const coro::timeout_error&) {
            end = "inner";
        }
        co_return end;
    };
    auto body = [&]() -> coro::task<> {
        const std::string first = co_await coro::wait_for(inner(1s), 2s);
        CHECK(first == "inner");
        const std::string second = co_await end_of(coro::wait_for(inner(2s), 1s));
        CHECK(second == "timeout");
        co_await coro::sleep(1s);
    };
    unit::run(body());
}

TEST_CASE("wait_for: no time at all, and for ever") {
    auto at_once = []() -> coro::task<int> {
        co_return 5;
    };
    auto body = [&]() -> coro::task<> {
        const int value = co_await coro::wait_for(at_once(), 0s);
        CHECK(value == 5);
        const std::string end = co_await end_of(coro::wait_for(unit::value_after(1, 1s), -1s));
        CHECK(end == "timeout");
        CHECK(unit::seconds_since_start() == 0.0);
        const int late =
            co_await coro::wait_for(unit::value_after(6, 1h), std::chrono::hours::max());
        CHECK(late == 6);
    };
    unit::run(body());
}

TEST_CASE("wait_for: a handle's task is cancelled with it, and its result may be kept or taken") {
    auto text = []() -> coro::task<std::unique_ptr<int>> {
        co_await coro::sleep(1s);
        co_return std::make_unique<int>(4);
    };
    auto body = [&]() -> coro::task<> {
        const auto slow = coro::create_task(unit::value_after(1, 10s));
        const std::string end = co_await end_of(coro::wait_for(slow, 1s));
        CHECK(end == "timeout");
        CHECK(slow.cancelled());
        auto moves = coro::create_task(text());
        const auto& kept = co_await coro::wait_for(moves, 2s);
        CHECK(*kept == 4);
        const auto taken = co_await coro::wait_for(std::move(moves), 2s);
        CHECK(*taken == 4);
    };
    unit::run(body());
}

TEST_CASE("wait_for: a task that was awaited before is an error that names it") {
    auto body = []() -> coro::task<> {
        auto task = unit::value_after(1, 0s);
        co_await task;
        std::string said;
        try {
            co_await coro::wait_for(std::move(task), 1s);
        } catch (const coro::invalid_state& error) {
            said = error.what();
        }
        CHECK(unit::contains(said, "wait_for"));
    };
    unit::run(body());
}

TEST_CASE("timeout_scope: outside of a loop it is an error that says so") {
    CHECK_THROWS_WITH_AS(coro::timeout_scope(1), doctest::Contains("timeout_scope"),
                         coro::invalid_state);
}

TEST_CASE("wait_for: a result in the turn of an outer cancel is kept, and the cancel comes next") {
    // Alone, and in the turn of the timeout as well.
    for (const auto limit : {1h, 0h}) {
        unit::trail trail;
        auto body = [&]() -> coro::task<> {
            unit::gate gate;
            auto opened = [&]() -> coro::task<int> {
                co_await gate;
                co_return 3;
            };
            auto limited = [&]() -> coro::task<> {
                const int value = co_await coro::wait_for(opened(), limit);
                trail("value", value);
                CHECK(coro::current_task().cancelling() == 1);
                co_await coro::sleep(1s);
                trail("never");
            };
            const auto task = coro::create_task(limited());
            co_await coro::yield();  // no limit is over in the next turn
            gate.open();
            task.cancel();
            co_await coro::sleep(1h);
            CHECK(task.cancelled());
            CHECK(task.cancelling() == 1);
        };
        unit::run(body());
        CHECK(trail.text() == "value3");
    }
}

TEST_CASE("wait_for: a clean-up that is cancelled from outside, and one of a handle's task") {
    unit::trail trail;
    auto cleans_up = [&]() -> coro::task<> {
        bool stopped = false;
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            stopped = true;
        }
        try {
            co_await coro::sleep(2s);
            trail("clean");
        } catch (const coro::cancelled&) {
            trail("interrupted");
        }
        if (stopped) throw coro::cancelled();
    };
    auto limited = [&](bool as_task) -> coro::task<> {
        std::string end;
        if (as_task)
            end = co_await end_of(coro::wait_for(coro::create_task(cleans_up()), 1s));
        else
            end = co_await end_of(coro::wait_for(cleans_up(), 1s));
        trail(end);
    };
    auto body = [&]() -> coro::task<> {
        for (const bool as_task : {false, true}) {
            const auto left_alone = coro::create_task(limited(as_task));
            co_await coro::sleep(10s);
            CHECK(left_alone.cancelling() == 0);
            const auto task = coro::create_task(limited(as_task));
            co_await coro::sleep(2s);
            task.cancel();  // while it cleans up
            co_await coro::sleep(10s);
            CHECK(task.cancelling() == 1);
        }
    };
    unit::run(body());
    const std::string each = "clean timeout interrupted cancelled";
    CHECK(trail.text() == each + " " + each);
}

TEST_CASE("wait_for: its own request is taken back, also from a task that has swallowed one") {
    auto body = []() -> coro::task<> {
        unit::gate gate;
        auto opened = [&]() -> coro::task<int> {
            co_await gate;
            co_return 3;
        };
        auto opens = [&]() -> coro::task<> {
            gate.open();
            co_return;
        };
        coro::current_task().cancel();
        try {
            co_await coro::sleep(1s);
        } catch (const coro::cancelled&) {
        }
        CHECK(coro::current_task().cancelling() == 1);
        coro::create_task(opens());
        const int value = co_await coro::wait_for(opened(), 0s);
        CHECK(value == 3);  // it came in the turn of the timeout
        CHECK(coro::current_task().cancelling() == 1);
        co_await coro::sleep(1s);
    };
    unit::run(body());
}

TEST_CASE("wait_for: a cancel that was pending when it began is not mistaken for the timeout") {
    auto yields = []() -> coro::task<> {
        for (int i = 0; i != 3; ++i) co_await coro::yield();
    };
    auto sleeps = []() -> coro::task<> {
        co_await coro::sleep(1h);
    };
    auto body = [&]() -> coro::task<> {
        for (int i = 0; i != 2; ++i) {
            const coro::task_ref self = coro::current_task();
            self.cancel();
            std::string end;
            if (i == 0)
                end = co_await end_of(coro::wait_for(yields(), 0s));
            else
                end = co_await end_of(coro::wait_for(sleeps(), 0s));
            CHECK(end == "cancelled");
            CHECK(self.cancelling() == 1);
            self.uncancel();
        }
        co_await coro::sleep(1s);
    };
    unit::run(body());
}
