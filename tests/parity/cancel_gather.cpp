// Whoever awaits a gather is cancelled; the twin of cancel_gather.py.

#include "parity.hpp"

using namespace std::chrono_literals;

namespace {

coro::task<> child(std::string name) {
    try {
        co_await coro::sleep(1000s);
    } catch (const coro::cancelled&) {
        coro::println("{} is cancelled", name);
        throw;
    }
}

coro::task<> parent() {
    try {
        co_await coro::gather(child("a"), child("b"), child("c"));
    } catch (const coro::cancelled&) {
        coro::println("parent is cancelled");
        throw;
    }
}

coro::task<> start() {
    const auto task = coro::create_task(parent());
    for (int i = 0; i != 3; ++i) co_await coro::yield();
    const auto tick = coro::create_task(parity::ticker("tick", 9));
    coro::println("main cancels {}", parity::word(task.cancel()));
    try {
        co_await task;
    } catch (const coro::cancelled&) {
        coro::println("main saw it");
    }
    co_await tick;
}

const parity::program program("cancel_gather", [] { parity::run(start()); });

}  // namespace
