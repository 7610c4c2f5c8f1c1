// sync/event.hpp: a flag that tasks wait for.

#include "support.hpp"

#include "coro/sync/event.hpp"

#include <thread>

using namespace std::chrono_literals;

namespace {

coro::task<> passes(coro::event& ready, unit::trail& trail, int number) {
    co_await ready.wait();
    trail("passed", number);
}

}  // namespace

TEST_CASE("event: set lets all pass who wait, in the order in which they came") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        coro::event ready;
        for (int i = 0; i != 3; ++i) coro::create_task(passes(ready, trail, i));
        co_await coro::sleep(1s);
        trail("set");
        ready.set();
        CHECK(ready.is_set());
        co_await coro::sleep(1s);
    };
    unit::run(body());
    CHECK(trail.text() == "set passed0 passed1 passed2");
}

TEST_CASE("event: one that is set does not suspend; after clear it does") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        coro::event ready;
        ready.set();
        coro::create_task(passes(ready, trail, 0));
        co_await ready.wait();
        trail("main");  // first: main has not given the others a turn
        co_await coro::yield();
        ready.clear();
        CHECK_FALSE(ready.is_set());
        const auto waits = coro::create_task(passes(ready, trail, 1));
        co_await coro::sleep(1s);
        CHECK_FALSE(waits.done());
        CHECK(waits.waits_for() == "event");
        ready.set();
        co_await waits;
    };
    unit::run(body());
    CHECK(trail.text() == "main passed0 passed1");
}

TEST_CASE("event: set and clear in one turn let all pass who wait") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        coro::event ready;
        const auto waits = coro::create_task(passes(ready, trail, 0));
        co_await coro::sleep(1s);
        ready.set();
        ready.clear();
        co_await waits;
        CHECK_FALSE(ready.is_set());
    };
    unit::run(body());
    CHECK(trail.text() == "passed0");
}

TEST_CASE("event: whoever is cancelled leaves the line, from its middle too") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        coro::event ready;
        const auto first = coro::create_task(passes(ready, trail, 0));
        const auto second = coro::create_task(passes(ready, trail, 1));
        const auto third = coro::create_task(passes(ready, trail, 2));
        co_await coro::sleep(1s);
        second.cancel();
        co_await coro::sleep(1s);
        CHECK(second.cancelled());
        ready.set();
        co_await first;
        co_await third;
    };
    unit::run(body());
    CHECK(trail.text() == "passed0 passed2");
}

TEST_CASE("event: a cancel that comes with the set, in one turn, is delivered at the wait") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        coro::event ready;
        const auto waits = coro::create_task(passes(ready, trail, 0));
        co_await coro::sleep(1s);
        ready.set();
        waits.cancel();
        co_await coro::sleep(1s);
        CHECK(waits.cancelled());
    };
    unit::run(body());
    CHECK(trail.text().empty());
}

TEST_CASE("event: one that nobody sets is a deadlock that says who waits for it") {
    auto body = []() -> coro::task<> {
        coro::event ready;
        co_await ready.wait();
    };
    std::string message;
    try {
        unit::run(body());
    } catch (const coro::deadlock_error& error) {
        message = error.what();
    }
    CHECK(unit::contains(message, "'main' (task 1) waits for event"));
}

TEST_CASE("event: no verdict while a remote may still set it, and one when it has gone") {
    for (const bool sets : {true, false}) {
        bool passed = false;
        auto body = [&]() -> coro::task<> {
            coro::event ready;
            std::thread other([remote = coro::remote(), &ready, sets]() mutable {
                std::this_thread::sleep_for(20ms);
                if (sets) remote.post([&ready] { ready.set(); });
            });
            try {
                co_await ready.wait();
                passed = true;
            } catch (const coro::cancelled&) {
            }
            other.join();
        };
        bool deadlock = false;
        try {
            unit::run(body());
        } catch (const coro::deadlock_error&) {
            deadlock = true;
        }
        CHECK(passed == sets);
        CHECK(deadlock == !sets);
    }
}
