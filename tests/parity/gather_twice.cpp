// One task given to a gather twice; the twin of gather_twice.py.

#include "parity.hpp"

namespace {

coro::task<std::string> worker(std::string name) {
    coro::println("{} starts", name);
    co_await coro::yield();
    coro::println("{} ends", name);
    co_return name;
}

coro::task<> other(coro::task_handle<std::string> task) {
    const auto [a, b] = co_await coro::gather(task, worker("b"));
    coro::println("other got {} {}", a, b);
}

coro::task<> start() {
    const auto tick = coro::create_task(parity::ticker("tick", 8));
    const auto task = coro::create_task(worker("a"));
    const auto beside = coro::create_task(other(task));
    const auto [first, c, again] = co_await coro::gather(task, worker("c"), task);
    coro::println("main got {} {} {}", first, c, again);
    co_await beside;
    co_await tick;
}

const parity::program program("gather_twice", [] { parity::run(start()); });

}  // namespace
