// differs: first come, first served: a value goes to the one who waits for it

#include "../parity.hpp"

namespace {

coro::task<> getter(coro::queue<int>& queue) {
    const int value = co_await queue.get();
    coro::println("getter got {}", value);
}

coro::task<> start() {
    coro::queue<int> queue;
    const auto task = coro::create_task(getter(queue));
    co_await coro::yield();
    queue.try_put(1);
    if (const auto value = queue.try_get())
        coro::println("main got {}", *value);
    else
        coro::println("there is nothing for main");
    co_await coro::yield();
    co_await coro::yield();
    coro::println("main looks: {}", task.done() ? "getter has ended" : "getter still waits");
    queue.try_put(2);
    co_await task;
    coro::println("left in the queue: {}", queue.size());
}

const parity::program program("queue_overtaken", [] { parity::run(start()); });

}  // namespace
