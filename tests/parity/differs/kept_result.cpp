// differs: what has been handed over would be lost, or would have to go back

#include "../parity.hpp"

#include <vector>

namespace {

coro::task<> suspends(std::string name) {
    try {
        co_await coro::yield();
        coro::println("never printed");
    } catch (const coro::cancelled&) {
        coro::println("{} is cancelled", name);
        throw;
    }
}

coro::task<> getter(coro::queue<int>& queue) {
    const int value = co_await queue.get();
    coro::println("getter got {}", value);
    co_await suspends("getter");
}

coro::task<> locker(coro::mutex& lock) {
    const auto guard = co_await lock.lock();
    coro::println("locker has the lock");
    co_await suspends("locker");
}

coro::task<int> worker() {
    co_await coro::yield();
    co_await coro::yield();
    co_return 7;
}

coro::task<> waiter(coro::task_handle<int> task) {
    const int value = co_await task;
    coro::println("waiter got {}", value);
    co_await suspends("waiter");
}

coro::task<> cancelled(coro::task_handle<> task) {
    task.cancel();
    const std::vector<coro::task_handle<>> tasks(1, task);
    co_await coro::wait(tasks);
}

coro::task<> start() {
    coro::queue<int> queue;
    const auto getting = coro::create_task(getter(queue));
    co_await coro::yield();
    queue.try_put(7);
    co_await cancelled(getting);
    coro::println("left in the queue: {}", queue.size());
    coro::mutex lock;
    auto guard = co_await lock.lock();
    const auto locking = coro::create_task(locker(lock));
    co_await coro::yield();
    guard.unlock();
    co_await cancelled(locking);
    const auto working = coro::create_task(worker());
    const auto waiting = coro::create_task(waiter(working));
    while (!working.done()) co_await coro::yield();
    co_await cancelled(waiting);
}

const parity::program program("kept_result", [] { parity::run(start()); });

}  // namespace
