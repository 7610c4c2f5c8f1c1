// A gather of tasks that run already; the twin of gather_handles.py.

#include "parity.hpp"

namespace {

coro::task<std::string> child(std::string name, int yields) {
    for (int i = 0; i != yields; ++i) co_await coro::yield();
    coro::println("{} ends", name);
    co_return name;
}

coro::task<> other(coro::task_handle<std::string> task) {
    const std::string& value = co_await task;
    coro::println("other got {}", value);
}

coro::task<> start() {
    const auto ended = coro::create_task(child("ended", 0));
    co_await ended;
    const auto running = coro::create_task(child("running", 3));
    const auto beside = coro::create_task(other(running));
    const auto tick = coro::create_task(parity::ticker("tick", 9));
    co_await coro::yield();
    const auto [first, second] = co_await coro::gather(ended, running);
    coro::println("main got {} {}", first, second);
    co_await tick;
    co_await beside;
}

const parity::program program("gather_handles", [] { parity::run(start()); });

}  // namespace
