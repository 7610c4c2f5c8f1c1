// A coroutine that is awaited directly; the twin of direct_child.py.

#include "parity.hpp"

namespace {

coro::task<int> deep(int depth) {
    if (depth > 0) {
        const int below = co_await deep(depth - 1);
        co_return below + 1;
    }
    coro::println("the bottom");
    co_await coro::yield();
    coro::println("back from the bottom");
    co_return 0;
}

coro::task<int> at_once() {
    coro::println("at once");
    co_return 1;
}

coro::task<> start() {
    const auto tick = coro::create_task(parity::ticker("tick", 5));
    int total = 0;
    for (int i = 0; i != 3; ++i) {
        const int one = co_await at_once();
        total += one;
    }
    coro::println("three at once {}", total);
    const int depth = co_await deep(20);
    coro::println("depth {}", depth);
    co_await coro::yield();
    coro::println("main yielded");
    co_await tick;
}

const parity::program program("direct_child", [] { parity::run(start()); });

}  // namespace
