// Who gets a value, and who a place; the twin of queue_order.py. Nobody comes between
// a put and the trip of the getter who was woken: asyncio would serve the one who
// comes, and the other would wait on. Ours hands over.

#include "parity.hpp"

#include <vector>

namespace {

coro::task<> getter(std::string name, coro::queue<int>& queue) {
    const int value = co_await queue.get();
    coro::println("{} got {}", name, value);
}

coro::task<> putter(int value, coro::queue<int>& queue) {
    co_await queue.put(value);
    coro::println("put {}", value);
}

coro::task<> start() {
    const auto tick = coro::create_task(parity::ticker("tick", 16));
    coro::queue<int> queue;
    std::vector<coro::task_handle<>> getters;
    for (const char* name : {"a", "b", "c", "d"})
        getters.push_back(coro::create_task(getter(name, queue)));
    co_await coro::yield();
    co_await coro::yield();
    coro::println("main cancels b {}", parity::word(getters[1].cancel()));
    co_await coro::yield();
    co_await queue.put(1);
    co_await queue.put(2);
    coro::println("main has put two");
    co_await coro::yield();
    co_await queue.put(3);
    coro::println("main has put a third");
    co_await getters[3];
    coro::queue<int> full(1);
    co_await full.put(0);
    std::vector<coro::task_handle<>> putters;
    for (int value = 1; value != 4; ++value)
        putters.push_back(coro::create_task(putter(value, full)));
    co_await coro::yield();
    co_await coro::yield();
    const bool cancelled = putters[1].cancel();
    coro::println("main cancels the second {} {}", parity::word(cancelled),
                  parity::word(full.full()));
    co_await coro::yield();
    for (int i = 0; i != 3; ++i) {
        const int value = co_await full.get();
        coro::println("main got {}", value);
        co_await coro::yield();
        co_await coro::yield();
    }
    coro::println("main sees {} {} {}", parity::word(getters[1].cancelled()),
                  parity::word(putters[1].cancelled()), parity::word(full.empty()));
    co_await tick;
}

const parity::program program("queue_order", [] { parity::run(start()); });

}  // namespace
