// What is behind a shield fails; the twin of shield_fails.py.

#include "parity.hpp"

#include <stdexcept>
#include <vector>

namespace {

coro::task<> worker() {
    co_await coro::yield();
    co_await coro::yield();
    coro::println("worker fails");
    throw std::invalid_argument("no");
}

coro::task<> shielded(std::string name, coro::task_handle<> task) {
    try {
        co_await coro::shield(task);
    } catch (const std::invalid_argument& error) {
        coro::println("{} caught {}", name, error.what());
    }
}

coro::task<> direct(std::string name, coro::task_handle<> task) {
    try {
        co_await task;
    } catch (const std::invalid_argument& error) {
        coro::println("{} caught {}", name, error.what());
    }
}

coro::task<> start() {
    const auto task = coro::create_task(worker());
    std::vector<coro::task_handle<>> waiting;
    waiting.push_back(coro::create_task(shielded("shielded one", task)));
    waiting.push_back(coro::create_task(direct("direct", task)));
    waiting.push_back(coro::create_task(shielded("shielded two", task)));
    const auto tick = coro::create_task(parity::ticker("tick", 7));
    for (const auto& each : waiting) co_await each;
    co_await shielded("shielded late", task);
    co_await tick;
}

const parity::program program("shield_fails", [] { parity::run(start()); });

}  // namespace
