// Who is cancelled while it waits for a lock; the twin of lock_cancelled.py. The two
// differ where the cancel comes in the very turn in which the lock is handed over:
// ours keeps the lock and is told at its next wait, asyncio's gives it on.

#include "parity.hpp"

#include <vector>

namespace {

coro::task<> worker(std::string name, coro::mutex& lock) {
    try {
        const auto guard = co_await lock.lock();
        coro::println("{} has it", name);
        co_await coro::yield();
    } catch (const coro::cancelled&) {
        coro::println("{} is cancelled", name);
        throw;
    }
    coro::println("{} has let it go", name);
}

coro::task<> start() {
    coro::mutex lock;
    const auto tick = coro::create_task(parity::ticker("tick", 9));
    std::vector<coro::task_handle<>> tasks;
    {
        const auto guard = co_await lock.lock();
        for (const char* name : {"a", "b", "c", "d"})
            tasks.push_back(coro::create_task(worker(name, lock)));
        co_await coro::yield();
        co_await coro::yield();
        const bool one = tasks[0].cancel();
        const bool two = tasks[2].cancel();
        coro::println("main cancels {} {}", parity::word(one), parity::word(two));
        co_await coro::yield();
        co_await coro::yield();
        coro::println("main lets it go");
    }
    co_await tasks[3];
    coro::println("main sees [{}, {}, {}, {}] {}", parity::word(tasks[0].cancelled()),
                  parity::word(tasks[1].cancelled()), parity::word(tasks[2].cancelled()),
                  parity::word(tasks[3].cancelled()), parity::word(lock.locked()));
    co_await tick;
}

const parity::program program("lock_cancelled", [] { parity::run(start()); });

}  // namespace
