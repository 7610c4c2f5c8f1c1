// Several join a queue, and again; the twin of queue_join_again.py.

#include "parity.hpp"

#include <vector>

namespace {

coro::task<> worker(coro::queue<int>& queue) {
    for (;;) {
        const int value = co_await queue.get();
        co_await coro::yield();
        if (value > 0) co_await queue.put(value - 1);
        coro::println("done {}", value);
        queue.task_done();
    }
}

coro::task<> joiner(std::string name, coro::queue<int>& queue) {
    co_await queue.join();
    coro::println("{} has joined", name);
}

coro::task<> start() {
    coro::queue<int> queue;
    queue.try_put(2);
    queue.try_put(0);
    const auto working = coro::create_task(worker(queue));
    const auto tick = coro::create_task(parity::ticker("tick", 14));
    std::vector<coro::task_handle<>> joining;
    for (const char* name : {"a", "b"}) joining.push_back(coro::create_task(joiner(name, queue)));
    co_await queue.join();
    coro::println("main has joined");
    for (const auto& task : joining) co_await task;
    queue.try_put(1);
    coro::println("main puts one more");
    co_await queue.join();
    coro::println("main has joined again");
    co_await queue.join();
    coro::println("main does not wait");
    working.cancel();
    co_await tick;
}

const parity::program program("queue_join_again", [] { parity::run(start()); });

}  // namespace
