// A gate that opens and closes; the twin of event_gate.py.

#include "parity.hpp"

#include <vector>

namespace {

coro::task<> walker(std::string name, coro::event& gate, int yields) {
    for (int number = 0; number != 3; ++number) {
        co_await gate.wait();
        coro::println("{} passes {}", name, number);
        for (int i = 0; i != yields; ++i) co_await coro::yield();
    }
}

coro::task<> start() {
    coro::event gate;
    const auto tick = coro::create_task(parity::ticker("tick", 16));
    std::vector<coro::task_handle<>> tasks;
    tasks.push_back(coro::create_task(walker("a", gate, 1)));
    tasks.push_back(coro::create_task(walker("b", gate, 3)));
    tasks.push_back(coro::create_task(walker("c", gate, 0)));
    for (int i = 0; i != 3; ++i) {
        co_await coro::yield();
        co_await coro::yield();
        coro::println("open");
        gate.set();
        gate.set();
        co_await coro::yield();
        co_await coro::yield();
        coro::println("closed");
        gate.clear();
    }
    gate.set();
    for (const auto& task : tasks) co_await task;
    co_await tick;
}

const parity::program program("event_gate", [] { parity::run(start()); });

}  // namespace
