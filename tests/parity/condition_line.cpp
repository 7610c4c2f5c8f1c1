// Those who were notified, and those who stand in line; the twin of condition_line.py.

#include "parity.hpp"

#include <vector>

namespace {

struct shared {
    coro::mutex lock;
    coro::condition condition{lock};
};

coro::task<> waiter(std::string name, shared& with) {
    auto guard = co_await with.lock.lock();
    co_await with.condition.wait(guard);
    coro::println("{} goes on", name);
    co_await coro::yield();
}

coro::task<> locker(std::string name, shared& with) {
    const auto guard = co_await with.lock.lock();
    coro::println("{} has the lock", name);
    co_await coro::yield();
}

coro::task<> start() {
    shared with;
    std::vector<coro::task_handle<>> tasks;
    for (const char* name : {"a", "b", "c"}) tasks.push_back(coro::create_task(waiter(name, with)));
    const auto tick = coro::create_task(parity::ticker("tick", 14));
    co_await coro::yield();
    {
        const auto guard = co_await with.lock.lock();
        for (const char* name : {"first", "second"})
            tasks.push_back(coro::create_task(locker(name, with)));
        co_await coro::yield();
        with.condition.notify_all();
        coro::println("main has notified all");
        tasks.push_back(coro::create_task(locker("third", with)));
        co_await coro::yield();
        co_await coro::yield();
        coro::println("main lets it go");
    }
    for (const auto& task : tasks) co_await task;
    co_await tick;
}

const parity::program program("condition_line", [] { parity::run(start()); });

}  // namespace
