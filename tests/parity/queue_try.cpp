// Putting and getting without waiting; the twin of queue_try.py.

#include "parity.hpp"

namespace {

coro::task<> getter(std::string name, coro::queue<int>& queue) {
    const int value = co_await queue.get();
    coro::println("{} got {}", name, value);
}

coro::task<> putter(int value, coro::queue<int>& queue) {
    co_await queue.put(value);
}

void try_put(coro::queue<int>& queue, int value) {
    if (queue.try_put(value))
        coro::println("put {} {} {}", value, queue.size(), parity::word(queue.full()));
    else
        coro::println("no room for {}", value);
}

void try_get(coro::queue<int>& queue) {
    const auto value = queue.try_get();
    if (value)
        coro::println("got {} {} {}", *value, queue.size(), parity::word(queue.empty()));
    else
        coro::println("there is nothing");
}

coro::task<> start() {
    coro::queue<int> queue(2);
    try_get(queue);
    for (const int value : {1, 2, 3}) try_put(queue, value);
    for (int i = 0; i != 3; ++i) try_get(queue);
    const auto getting = coro::create_task(getter("waiting", queue));
    co_await coro::yield();
    try_put(queue, 4);
    co_await getting;
    try_put(queue, 5);
    try_put(queue, 6);
    const auto putting = coro::create_task(putter(7, queue));
    co_await coro::yield();
    try_get(queue);
    co_await putting;
    try_get(queue);
    try_get(queue);
}

const parity::program program("queue_try", [] { parity::run(start()); });

}  // namespace
