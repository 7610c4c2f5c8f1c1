// Of nothing there is nothing to wait for; the twin of nothing_given.py.

#include "parity.hpp"

#include <stdexcept>
#include <tuple>
#include <vector>

namespace {

coro::task<> body(coro::task_group&) {
    co_return;
}

coro::task<> start() {
    const auto tick = coro::create_task(parity::ticker("never before the end", 1));
    const auto results = co_await coro::gather();
    coro::println("gather gave {}", std::tuple_size_v<decltype(results)>);
    const auto outcomes = co_await coro::gather_outcomes();
    coro::println("outcomes gave {}", std::tuple_size_v<decltype(outcomes)>);
    const std::vector<coro::task_handle<>> none;
    for (auto& next : coro::as_completed(none)) {
        const auto [index, result] = co_await next;
        coro::println("never printed {}", index);
    }
    coro::println("as_completed gave nothing");
    co_await coro::with_task_group(body);
    coro::println("the group was empty");
    try {
        co_await coro::wait(none);
    } catch (const std::invalid_argument&) {
        coro::println("wait refuses");
    }
    co_await tick;
}

const parity::program program("nothing_given", [] { parity::run(start()); });

}  // namespace
