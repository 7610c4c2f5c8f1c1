// Who gets a permit, and when; the twin of semaphore_order.py. They differ, as locks
// do, where a task is cancelled in the very turn in which it gets one.

#include "parity.hpp"

#include <vector>

namespace {

coro::task<> worker(std::string name, coro::semaphore& limit) {
    try {
        const auto permit = co_await limit.acquire();
        coro::println("{} works", name);
        co_await coro::yield();
        co_await coro::yield();
        coro::println("{} has worked", name);
    } catch (const coro::cancelled&) {
        coro::println("{} is cancelled", name);
        throw;
    }
}

coro::task<> start() {
    coro::semaphore limit(2);
    auto first = co_await limit.acquire();
    auto second = co_await limit.acquire();
    coro::println("main has both {}", parity::word(limit.locked()));
    std::vector<coro::task_handle<>> tasks;
    for (const char* name : {"a", "b", "c", "d", "e"})
        tasks.push_back(coro::create_task(worker(name, limit)));
    const auto tick = coro::create_task(parity::ticker("tick", 12));
    co_await coro::yield();
    coro::println("main cancels b {}", parity::word(tasks[1].cancel()));
    co_await coro::yield();
    first.release();
    second.release();
    coro::println("main has given both back");
    {
        const auto again = co_await limit.acquire();
        coro::println("main has one again");
    }
    co_await tasks[0];
    co_await tasks[2];
    co_await tasks[3];
    co_await tasks[4];
    coro::println("main sees {} {}", parity::word(tasks[1].cancelled()),
                  parity::word(limit.locked()));
    co_await tick;
}

const parity::program program("semaphore_order", [] { parity::run(start()); });

}  // namespace
