// sync/condition.hpp: waiting for what others change under a mutex.

#include "support.hpp"

#include "coro/sync/condition.hpp"

using namespace std::chrono_literals;

namespace {

struct shared {
    coro::mutex lock;
    coro::condition changed{lock};
    int value = 0;
    unit::trail trail;
};

coro::task<> waits(shared& with, int number) {
    auto guard = co_await with.lock.lock();
    co_await with.changed.wait(guard);
    CHECK(guard.owns_lock());
    with.trail("on", number);
    co_await coro::sleep(1s);
    with.trail("off", number);
}

}  // namespace

TEST_CASE("condition: notify lets one go on, notify_all the rest, one after the other") {
    shared with;
    auto body = [&]() -> coro::task<> {
        for (int i = 0; i != 4; ++i) coro::create_task(waits(with, i));
        co_await coro::sleep(1s);
        {
            const auto guard = co_await with.lock.lock();
            with.changed.notify();
            with.trail("notified");
        }
        co_await coro::sleep(10s);
        {
            const auto guard = co_await with.lock.lock();
            with.changed.notify(2);
        }
        co_await coro::sleep(10s);
        with.changed.notify_all();
        co_await coro::sleep(10s);
        CHECK_FALSE(with.lock.locked());
    };
    unit::run(body());
    CHECK(with.trail.text() == "notified on0 off0 on1 off1 on2 off2 on3 off3");
}

TEST_CASE("condition: a predicate is asked until it holds") {
    shared with;
    auto waits_for_three = [&]() -> coro::task<> {
        auto guard = co_await with.lock.lock();
        co_await with.changed.wait_for_predicate(guard, [&] { return with.value == 3; });
        with.trail("three");
    };
    auto body = [&]() -> coro::task<> {
        const auto waiting = coro::create_task(waits_for_three());
        while (!waiting.done()) {
            co_await coro::sleep(1s);
            const auto guard = co_await with.lock.lock();
            with.trail("value", ++with.value);
            with.changed.notify();
        }
    };
    unit::run(body());
    CHECK(unit::contains(with.trail.text(), "value1 value2 value3 three"));
}

TEST_CASE("condition: a cancelled waiter holds the mutex again before it throws") {
    shared with;
    auto waits_in_vain = [&]() -> coro::task<> {
        auto guard = co_await with.lock.lock();
        bool told = false;
        try {
            co_await with.changed.wait(guard);
        } catch (const coro::cancelled&) {
            told = true;
        }
        CHECK(told);
        CHECK(guard.owns_lock());
        with.trail("told");
        co_await coro::yield();  // two requests were one
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(waits_in_vain());
        co_await coro::sleep(1s);
        auto guard = co_await with.lock.lock();
        task.cancel();
        co_await coro::sleep(1s);
        task.cancel();  // while it stands in the mutex's line: that cannot be cancelled
        co_await coro::sleep(1s);
        CHECK_FALSE(task.done());
        with.trail("unlock");
        guard.unlock();
        co_await task;
        CHECK_FALSE(with.lock.locked());
    };
    unit::run(body());
    CHECK(with.trail.text() == "unlock told");
}

TEST_CASE("condition: a notify that reaches a task which is cancelled is passed on") {
    shared with;
    auto body = [&]() -> coro::task<> {
        const auto first = coro::create_task(waits(with, 1));
        const auto second = coro::create_task(waits(with, 2));
        co_await coro::sleep(1s);
        {
            const auto guard = co_await with.lock.lock();
            with.changed.notify();
            first.cancel();
        }
        co_await second;
        CHECK(first.cancelled());
        CHECK_FALSE(with.lock.locked());
    };
    unit::run(body());
    CHECK(with.trail.text() == "on2 off2");
}

TEST_CASE("condition: a cancelled waiter that will never get the mutex is destroyed in its line") {
    shared with;
    auto holds = [&](coro::task_handle<> waiter) -> coro::task<> {
        co_await coro::yield();
        const auto guard = co_await with.lock.lock();
        co_await waiter;  // which needs the mutex to end
    };
    auto body = [&]() -> coro::task<> {
        const auto waiter = coro::create_task(waits(with, 0));
        co_await coro::create_task(holds(waiter));
    };
    const unit::captured errors(stderr);
    CHECK_THROWS_AS(unit::run(body()), coro::deadlock_error);
    CHECK_FALSE(with.lock.locked());
}

TEST_CASE("condition: a guard that does not hold its mutex is an error that says so") {
    auto body = []() -> coro::task<> {
        coro::mutex lock;
        coro::condition changed(lock);
        coro::mutex_guard nothing;
        std::string said;
        try {
            co_await changed.wait(nothing);
        } catch (const coro::invalid_state& error) {
            said = error.what();
        }
        CHECK(unit::contains(said, "co_await m.lock()"));
    };
    unit::run(body());
}
