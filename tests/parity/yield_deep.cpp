// A yield deep inside; the twin of yield_deep.py.

#include "parity.hpp"

#include <vector>

namespace {

coro::task<int> step(int depth) {
    int below = 0;
    if (depth > 0) {
        below = co_await step(depth - 1);
        co_return below + 1;
    }
    co_await coro::yield();
    co_return below;
}

coro::task<> steps(std::string name, std::vector<int> depths) {
    for (const int depth : depths) {
        const int back = co_await step(depth);
        coro::println("{} came back from {}", name, back);
    }
    coro::println("{} ends", name);
}

coro::task<> start() {
    const std::vector<int> flat = {0, 0, 0, 0, 0};
    const std::vector<int> deep = {30, 20, 10};
    const std::vector<int> mixed = {0, 10, 0, 10};
    std::vector<coro::task_handle<>> tasks;
    tasks.push_back(coro::create_task(steps("shallow", flat)));
    tasks.push_back(coro::create_task(steps("deep", deep)));
    tasks.push_back(coro::create_task(steps("mixed", mixed)));
    for (const auto& task : tasks) co_await task;
}

const parity::program program("yield_deep", [] { parity::run(start()); });

}  // namespace
