// A queue for one, with nobody who pauses; the twin of queue_hand_over.py.

#include "parity.hpp"

namespace {

coro::task<> puts(coro::queue<std::string>& queue, int count, std::string name) {
    for (int number = 0; number != count; ++number) {
        std::string value = fmt::format("{}{}", name, number);
        co_await queue.put(value);
        coro::println("put {} {}", value, queue.size());
    }
}

coro::task<> gets(coro::queue<std::string>& queue, int count) {
    for (int number = 0; number != count; ++number) {
        const std::string value = co_await queue.get();
        coro::println("got {} {}", value, queue.size());
    }
}

coro::task<> start() {
    coro::queue<std::string> queue(1);
    coro::println("producer first");
    co_await coro::gather(puts(queue, 3, "a"), gets(queue, 3));
    coro::println("consumer first");
    co_await coro::gather(gets(queue, 3), puts(queue, 3, "a"));
    coro::println("two producers");
    co_await coro::gather(puts(queue, 3, "a"), puts(queue, 3, "b"), gets(queue, 6));
    coro::println("two consumers");
    co_await coro::gather(gets(queue, 3), gets(queue, 3), puts(queue, 3, "a"), puts(queue, 3, "b"));
}

const parity::program program("queue_hand_over", [] { parity::run(start()); });

}  // namespace
