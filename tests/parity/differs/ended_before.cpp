// differs: one rule for all: what is there already is not waited for

#include "../parity.hpp"

#include <vector>

namespace {

coro::task<int> worker() {
    co_return 7;
}

coro::task<> start() {
    const auto task = coro::create_task(worker());
    co_await task;
    const auto tick = coro::create_task(parity::ticker("tick", 6));
    const int value = co_await task;
    coro::println("await gave {}", value);
    const std::vector<coro::task_handle<int>> tasks(1, task);
    const auto [done, pending] = co_await coro::wait(tasks);
    coro::println("wait gave {}", done[0].result());
    for (auto& next : coro::as_completed(tasks)) {
        const auto [index, result] = co_await next;
        coro::println("as_completed gave {}", result.value());
    }
    co_await tick;
}

const parity::program program("ended_before", [] { parity::run(start()); });

}  // namespace
