// When those who are notified go on; the twin of condition_notify.py.

#include "parity.hpp"

#include <vector>

namespace {

struct shared {
    coro::mutex lock;
    coro::condition condition{lock};
};

coro::task<> waiter(std::string name, shared& with) {
    {
        auto guard = co_await with.lock.lock();
        coro::println("{} waits", name);
        co_await with.condition.wait(guard);
        coro::println("{} goes on", name);
        co_await coro::yield();
    }
    coro::println("{} has let it go", name);
}

coro::task<> start() {
    shared with;
    std::vector<coro::task_handle<>> tasks;
    for (const char* name : {"a", "b", "c", "d", "e"})
        tasks.push_back(coro::create_task(waiter(name, with)));
    const auto tick = coro::create_task(parity::ticker("tick", 16));
    co_await coro::yield();
    {
        const auto guard = co_await with.lock.lock();
        with.condition.notify();
        coro::println("main has notified one");
        co_await coro::yield();
        co_await coro::yield();
        coro::println("main lets it go");
    }
    co_await tasks[0];
    {
        const auto guard = co_await with.lock.lock();
        with.condition.notify(2);
        coro::println("main has notified two");
    }
    for (int i = 0; i != 6; ++i) co_await coro::yield();
    {
        const auto guard = co_await with.lock.lock();
        with.condition.notify_all();
        coro::println("main has notified all");
    }
    for (const auto& task : tasks) co_await task;
    co_await tick;
}

const parity::program program("condition_notify", [] { parity::run(start()); });

}  // namespace
