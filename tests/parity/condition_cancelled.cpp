// A cancelled wait for a notify, and a predicate; the twin of condition_cancelled.py.
// There is only one who waits: a notify that reaches a task in the turn in which it is
// cancelled is passed on to the next here, and by asyncio since 3.13.

#include "parity.hpp"

namespace {

struct shared {
    coro::mutex lock;
    coro::condition condition{lock};
    int values = 0;
};

coro::task<> waiter(shared& with) {
    auto guard = co_await with.lock.lock();
    bool stopped = false;
    try {
        co_await with.condition.wait(guard);
    } catch (const coro::cancelled&) {
        coro::println("waiter is cancelled, and has the lock {}", parity::word(guard.owns_lock()));
        stopped = true;
    }
    if (stopped) {
        co_await coro::yield();
        coro::println("waiter lets it go");
        throw coro::cancelled();
    }
}

coro::task<> waits_for_three(shared& with) {
    auto guard = co_await with.lock.lock();
    auto three = [&with] {
        coro::println("asked at {}", with.values);
        return with.values == 3;
    };
    co_await with.condition.wait_for_predicate(guard, three);
    coro::println("there are three");
}

coro::task<> start() {
    shared with;
    const auto cancelled = coro::create_task(waiter(with));
    const auto tick = coro::create_task(parity::ticker("tick", 16));
    co_await coro::yield();
    {
        const auto guard = co_await with.lock.lock();
        coro::println("main cancels {}", parity::word(cancelled.cancel()));
        co_await coro::yield();
        co_await coro::yield();
        coro::println("main lets it go");
    }
    try {
        co_await cancelled;
    } catch (const coro::cancelled&) {
        coro::println("main saw it");
    }
    const auto task = coro::create_task(waits_for_three(with));
    while (!task.done()) {
        co_await coro::yield();
        {
            const auto guard = co_await with.lock.lock();
            ++with.values;
            with.condition.notify_all();
        }
        co_await coro::yield();
        co_await coro::yield();
    }
    co_await tick;
}

const parity::program program("condition_cancelled", [] { parity::run(start()); });

}  // namespace
