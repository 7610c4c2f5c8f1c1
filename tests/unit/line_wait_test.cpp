// Lines whose ends and whose waits do not end in the usual order: coro/sync/line_wait.hpp.

#include "support.hpp"

#include <optional>

using namespace std::chrono_literals;

namespace {

// Waits again whenever it is cancelled, so that the loop gives up on it.
coro::task<> stubborn(coro::event& flag) {
    for (;;) {
        try {
            co_await flag.wait();
        } catch (const coro::cancelled&) {
        }
    }
}

TEST_CASE("line_wait: what outlives the loop knows nothing of those that the loop gave up on") {
    coro::event flag;
    const unit::captured errors(stderr);
    const auto all = [](coro::event& which) -> coro::task<> {
        coro::create_task(stubborn(which));
        co_await stubborn(which);
    };
    CHECK_THROWS_AS(unit::run(all(flag)), coro::deadlock_error);
    flag.set();  // nobody waits any more
    CHECK(flag.is_set());
}

TEST_CASE("line_wait: whoever waits for something that is destroyed can still be cancelled") {
    const auto waits = [](coro::event& which) -> coro::task<> { co_await which.wait(); };
    const auto all = [&]() -> coro::task<> {
        std::optional<coro::event> flag(std::in_place);
        const auto first = coro::create_task(waits(*flag));
        const auto second = coro::create_task(waits(*flag));
        co_await coro::yield();
        flag.reset();
        CHECK(first.waits_for() == "something that was destroyed");
        first.cancel();
        co_await coro::yield();
        CHECK(first.cancelled());
        CHECK_FALSE(second.done());
    };
    unit::run(all());
}

TEST_CASE("line_wait: nobody who leaves from the middle of the line takes others along") {
    const auto all = []() -> coro::task<> {
        unit::trail order;
        coro::mutex lock;
        const auto takes = [&](int number) -> coro::task<> {
            const auto held = co_await lock.lock();
            order("lock", number);
        };
        std::optional<coro::mutex_guard> held(lock.try_lock());
        std::vector<coro::task_handle<>> waiting;
        for (int i = 0; i != 4; ++i) waiting.push_back(coro::create_task(takes(i)));
        co_await coro::yield();
        waiting[1].cancel();
        waiting[3].cancel();
        held.reset();
        co_await coro::gather_outcomes(waiting);
        CHECK(order.text() == "lock0 lock2");
        CHECK_FALSE(lock.locked());
    };
    unit::run(all());
}

}  // namespace
