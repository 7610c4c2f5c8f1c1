// In which order those who wait for one task go on; the twin of end_order.py.

#include "parity.hpp"

#include <algorithm>
#include <vector>

using namespace std::chrono_literals;

namespace {

using handle = coro::task_handle<int>;

coro::task<int> worker() {
    for (int i = 0; i != 3; ++i) co_await coro::yield();
    coro::println("worker ends");
    co_return 7;
}

coro::task<> awaits(handle task) {
    const int value = co_await task;
    coro::println("await {}", value);
}

coro::task<> gathers(handle task) {
    const auto [value] = co_await coro::gather(task);
    coro::println("gather {}", value);
}

coro::task<> waits(handle task) {
    const std::vector<handle> tasks(1, task);
    const auto [done, pending] = co_await coro::wait(tasks);
    coro::println("wait {}", done[0].result());
}

coro::task<> looks(handle task) {
    const std::vector<handle> tasks(1, task);
    for (auto& next : coro::as_completed(tasks)) {
        const auto [index, result] = co_await next;
        coro::println("as_completed {}", result.value());
    }
}

coro::task<> shields(handle task) {
    const int value = co_await coro::shield(task);
    coro::println("shield {}", value);
}

coro::task<> limits(handle task) {
    const int value = co_await coro::wait_for(task, 1000s);
    coro::println("timeout {}", value);
}

coro::task<> start() {
    std::vector<coro::task<> (*)(handle)> ways = {awaits, gathers, waits, looks, shields, limits};
    for (int round = 0; round != 2; ++round) {
        const auto tick = coro::create_task(parity::ticker("tick", 8));
        const auto task = coro::create_task(worker());
        std::vector<coro::task_handle<>> waiting;
        for (const auto way : ways) waiting.push_back(coro::create_task(way(task)));
        const auto after = coro::create_task(parity::ticker("after", 8));
        for (const auto& each : waiting) co_await each;
        co_await tick;
        co_await after;
        std::reverse(ways.begin(), ways.end());
    }
}

const parity::program program("end_order", [] { parity::run(start()); });

}  // namespace
