// How an exception travels; the twin of task_error.py.

#include "parity.hpp"

#include <stdexcept>

namespace {

coro::task<> inner() {
    co_await coro::yield();
    coro::println("inner fails");
    throw std::invalid_argument("inner");
}

coro::task<> fails() {
    try {
        co_await inner();
    } catch (const std::invalid_argument& error) {
        coro::println("caught {}", error.what());
    }
    coro::println("fails");
    throw std::runtime_error("outer");
}

coro::task<> waiter(std::string name, coro::task_handle<> task) {
    try {
        co_await task;
    } catch (const std::runtime_error& error) {
        coro::println("{} caught {}", name, error.what());
    }
}

coro::task<> start() {
    const auto task = coro::create_task(fails());
    const auto first = coro::create_task(waiter("first", task));
    const auto second = coro::create_task(waiter("second", task));
    const auto tick = coro::create_task(parity::ticker("tick", 6));
    co_await first;
    coro::println("main after first");
    co_await second;
    coro::println("main after second");
    co_await tick;
}

const parity::program program("task_error", [] { parity::run(start()); });

}  // namespace
