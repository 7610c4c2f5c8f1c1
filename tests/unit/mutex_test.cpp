// sync/mutex.hpp: one at a time, first come, first served.

#include "support.hpp"

#include "coro/sync/mutex.hpp"

#include <optional>
#include <stdexcept>
#include <type_traits>

using namespace std::chrono_literals;

namespace {

coro::task<> holds(coro::mutex& lock, unit::trail& trail, int number,
                   std::chrono::nanoseconds time) {
    const auto guard = co_await lock.lock();
    trail("in", number);
    co_await coro::sleep(time);
    trail("out", number);
}

}  // namespace

TEST_CASE("mutex: one at a time, in the order in which they came") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        coro::mutex lock;
        co_await coro::gather(holds(lock, trail, 0, 1s), holds(lock, trail, 1, 1s),
                              holds(lock, trail, 2, 1s));
        CHECK_FALSE(lock.locked());
        CHECK(unit::seconds_since_start() == 3.0);
    };
    unit::run(body());
    CHECK(trail.text() == "in0 out0 in1 out1 in2 out2");
}

TEST_CASE("mutex: a free one is locked without a trip through the loop") {
    unit::trail trail;
    auto other = [&]() -> coro::task<> {
        trail("other");
        co_return;
    };
    auto body = [&]() -> coro::task<> {
        coro::mutex lock;
        coro::create_task(other());
        for (int i = 0; i != 3; ++i) {
            const auto guard = co_await lock.lock();
            CHECK(guard.owns_lock());
            trail("main");
        }
        co_await coro::yield();
    };
    unit::run(body());
    CHECK(trail.text() == "main main main other");
}

TEST_CASE("mutex: unlocking hands it over, and who comes meanwhile stands behind") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        coro::mutex lock;
        auto guard = co_await lock.lock();
        const auto waits = coro::create_task(holds(lock, trail, 1, 0s));
        co_await coro::sleep(1s);
        guard.unlock();
        CHECK_FALSE(guard.owns_lock());
        CHECK(lock.locked());  // it is that task's, although it has not gone on yet
        CHECK_FALSE(lock.try_lock().owns_lock());
        const auto again = co_await lock.lock();
        trail("main");
        CHECK(waits.done());
    };
    unit::run(body());
    CHECK(trail.text() == "in1 out1 main");
}

TEST_CASE("mutex: try_lock takes it or leaves it") {
    coro::mutex lock;
    auto guard = lock.try_lock();
    CHECK(guard.owns_lock());
    CHECK_FALSE(lock.try_lock().owns_lock());
    auto moved = std::move(guard);
    CHECK(moved.owns_lock());
    CHECK_FALSE(guard.owns_lock());
    moved = coro::mutex_guard();
    CHECK_FALSE(lock.locked());
    static_assert(!std::is_copy_constructible_v<coro::mutex_guard>);
    static_assert(!std::is_copy_constructible_v<coro::mutex>);
}

TEST_CASE("mutex: an exception unlocks it") {
    auto fails = [](coro::mutex& lock) -> coro::task<> {
        const auto guard = co_await lock.lock();
        throw std::runtime_error("inside");
    };
    auto body = [&]() -> coro::task<> {
        coro::mutex lock;
        bool caught = false;
        try {
            co_await fails(lock);
        } catch (const std::runtime_error&) {
            caught = true;
        }
        CHECK(caught);
        CHECK_FALSE(lock.locked());
    };
    unit::run(body());
}

TEST_CASE("mutex: a waiter that is cancelled loses nobody's turn") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        coro::mutex lock;
        auto guard = co_await lock.lock();
        const auto first = coro::create_task(holds(lock, trail, 1, 1s));
        const auto second = coro::create_task(holds(lock, trail, 2, 1s));
        const auto third = coro::create_task(holds(lock, trail, 3, 1s));
        co_await coro::sleep(1s);
        second.cancel();
        first.cancel();
        co_await coro::sleep(1s);
        guard.unlock();
        co_await third;
        CHECK(first.cancelled());
        CHECK(second.cancelled());
        CHECK_FALSE(lock.locked());
    };
    unit::run(body());
    CHECK(trail.text() == "in3 out3");
}

TEST_CASE("mutex: a lock that was handed over is kept by a task cancelled in that turn") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        coro::mutex lock;
        auto guard = co_await lock.lock();
        const auto first = coro::create_task(holds(lock, trail, 1, 1s));
        const auto second = coro::create_task(holds(lock, trail, 2, 0s));
        co_await coro::sleep(1s);
        guard.unlock();
        first.cancel();
        co_await second;
        CHECK(first.cancelled());
        CHECK_FALSE(lock.locked());
        CHECK(unit::seconds_since_start() == 1.0);  // the sleep inside was told at once
    };
    unit::run(body());
    CHECK(trail.text() == "in1 in2 out2");
}

TEST_CASE("mutex: a task that locks twice waits for ever, and is told so") {
    auto body = []() -> coro::task<> {
        coro::mutex lock;
        const auto first = co_await lock.lock();
        const auto second = co_await lock.lock();
    };
    CHECK_THROWS_WITH_AS(unit::run(body()), doctest::Contains("waits for mutex"),
                         coro::deadlock_error);
}
