// When those who await a task resume; the twin of await_handle.py.

#include "parity.hpp"

namespace {

coro::task<int> worker() {
    coro::println("worker starts");
    co_await coro::yield();
    co_await coro::yield();
    coro::println("worker ends");
    co_return 7;
}

coro::task<> waiter(std::string name, coro::task_handle<int> task) {
    const int value = co_await task;
    coro::println("{} got {}", name, value);
}

coro::task<> start() {
    const auto before = coro::create_task(parity::ticker("before", 7));
    const auto task = coro::create_task(worker());
    coro::create_task(waiter("first", task));
    coro::create_task(waiter("second", task));
    const auto after = coro::create_task(parity::ticker("after", 7));
    const int value = co_await task;
    coro::println("main got {}", value);
    const int again = co_await task;
    coro::println("main got it again {}", again);
    coro::create_task(waiter("late", task));
    co_await before;
    co_await after;
    coro::println("main ends");
}

const parity::program program("await_handle", [] { parity::run(start()); });

}  // namespace
