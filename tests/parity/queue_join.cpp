// When join() goes on; the twin of queue_join.py.

#include "parity.hpp"

#include <vector>

namespace {

coro::task<> worker(std::string name, coro::queue<int>& queue) {
    for (;;) {
        const int value = co_await queue.get();
        coro::println("{} got {}", name, value);
        for (int i = 0; i != value; ++i) co_await coro::yield();
        coro::println("{} has done {}", name, value);
        queue.task_done();
    }
}

coro::task<> start() {
    coro::queue<int> queue;
    co_await queue.join();
    coro::println("main had nothing to wait for");
    for (const int value : {3, 1, 2, 0, 2}) co_await queue.put(value);
    std::vector<coro::task_handle<>> workers;
    for (const char* name : {"a", "b"}) workers.push_back(coro::create_task(worker(name, queue)));
    const auto tick = coro::create_task(parity::ticker("tick", 10));
    co_await queue.join();
    coro::println("main joined {}", parity::word(queue.empty()));
    for (const auto& each : workers) each.cancel();
    for (const auto& each : workers) {
        try {
            co_await each;
        } catch (const coro::cancelled&) {
            coro::println("main ended a worker");
        }
    }
    co_await tick;
}

const parity::program program("queue_join", [] { parity::run(start()); });

}  // namespace
