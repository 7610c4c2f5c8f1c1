// Who gets a lock, and when; the twin of lock_order.py. Between unlocking and the
// trip that brings it to the next, asyncio's lock says that it is free; ours is that
// task's already. Nobody can take it meanwhile in either.

#include "parity.hpp"

#include <vector>

namespace {

coro::task<> worker(std::string name, coro::mutex& lock, int times) {
    for (int i = 0; i != times; ++i) {
        {
            const auto guard = co_await lock.lock();
            coro::println("{} has it", name);
            co_await coro::yield();
        }
        coro::println("{} has let it go", name);
    }
}

coro::task<> start() {
    coro::mutex lock;
    std::vector<coro::task_handle<>> tasks;
    tasks.push_back(coro::create_task(worker("a", lock, 2)));
    tasks.push_back(coro::create_task(worker("b", lock, 1)));
    tasks.push_back(coro::create_task(worker("c", lock, 2)));
    const auto tick = coro::create_task(parity::ticker("tick", 14));
    for (int i = 0; i != 2; ++i) co_await coro::yield();
    {
        const auto guard = co_await lock.lock();
        coro::println("main has it");
    }
    for (const auto& task : tasks) co_await task;
    {
        const auto guard = co_await lock.lock();
        coro::println("main has it at once {}", parity::word(lock.locked()));
    }
    co_await tick;
}

const parity::program program("lock_order", [] { parity::run(start()); });

}  // namespace
