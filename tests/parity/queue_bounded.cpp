// Who waits at a queue for two; the twin of queue_bounded.py. They differ where one
// does not wait for the other in between: a value that was put in for a getter who
// waits, and that of a putter who waits, change hands at once here, in asyncio a trip
// later.

#include "parity.hpp"

#include <utility>

namespace {

coro::task<> producer(coro::queue<int>& queue, int count, int pause) {
    for (int value = 0; value != count; ++value) {
        co_await queue.put(value);
        coro::println("put {}", value);
        for (int i = 0; i != pause; ++i) co_await coro::yield();
    }
}

coro::task<> consumer(coro::queue<int>& queue, int count, int pause) {
    for (int number = 0; number != count; ++number) {
        const int value = co_await queue.get();
        coro::println("got {}", value);
        for (int i = 0; i != pause; ++i) co_await coro::yield();
    }
}

coro::task<> start() {
    for (const auto& [put_pause, get_pause] :
         {std::pair<int, int>(0, 3), std::pair<int, int>(3, 0)}) {
        coro::println("pauses {} {}", put_pause, get_pause);
        const auto tick = coro::create_task(parity::ticker("tick", 16));
        coro::queue<int> queue(2);
        const auto putting = coro::create_task(producer(queue, 6, put_pause));
        const auto getting = coro::create_task(consumer(queue, 6, get_pause));
        co_await putting;
        coro::println("all put");
        co_await getting;
        coro::println("all got");
        co_await tick;
    }
}

const parity::program program("queue_bounded", [] { parity::run(start()); });

}  // namespace
