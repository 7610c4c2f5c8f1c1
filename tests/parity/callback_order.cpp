// In which order callbacks are called; the twin of callback_order.py. asyncio puts a
// callback into the ready queue at once; a post here comes in through the door for
// other threads, behind all that is ready by then, and with epoll once the loop looks
// at its descriptors. So nothing else that prints is ready beside these.

#include "parity.hpp"

#include <vector>

namespace {

coro::task<> waiter(std::string name, coro::future<int>& future) {
    const int value = co_await future;
    coro::println("{} got {}", name, value);
}

coro::task<> start() {
    coro::future<int> first;
    coro::future<int> second;
    coro::future<int> third;
    std::vector<coro::task_handle<>> waiting;
    waiting.push_back(coro::create_task(waiter("b", second)));
    waiting.push_back(coro::create_task(waiter("a", first)));
    waiting.push_back(coro::create_task(waiter("c", second)));
    co_await coro::yield();
    const coro::remote loop;
    loop.post([&second] {
        coro::println("one sets the second");
        second.set_value(2);
    });
    loop.post([&first] {
        coro::println("two sets the first");
        first.set_value(1);
    });
    loop.post([loop, &third] {
        coro::println("three posts");
        loop.post([&third] {
            coro::println("four comes after what was woken");
            third.set_value(3);
        });
        coro::println("three goes on");
    });
    coro::println("main goes on first");
    for (const auto& task : waiting) co_await task;
    const int value = co_await third;
    coro::println("main got {}", value);
}

const parity::program program("callback_order", [] { parity::run(start()); });

}  // namespace
