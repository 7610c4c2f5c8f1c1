// A cancel before the first step; the twin of cancel_unstarted.py.

#include "parity.hpp"

#include <vector>

namespace {

coro::task<> never() {
    coro::println("never printed");
    co_return;
}

coro::task<> waiter(coro::task_handle<> task) {
    try {
        co_await task;
    } catch (const coro::cancelled&) {
        coro::println("the waiter saw it");
    }
}

coro::task<> start() {
    const auto before = coro::create_task(parity::ticker("before", 4));
    const auto task = coro::create_task(never());
    const auto waiting = coro::create_task(waiter(task));
    const auto after = coro::create_task(parity::ticker("after", 4));
    const bool once = task.cancel();
    const bool twice = task.cancel();
    coro::println("main cancels {} {} {}", parity::word(once), parity::word(twice),
                  parity::word(task.done()));
    co_await coro::yield();
    coro::println("main looks {} {}", parity::word(task.done()), parity::word(task.cancelled()));
    const std::vector<coro::task_handle<>> all = {before, waiting, after};
    for (const auto& each : all) co_await each;
}

const parity::program program("cancel_unstarted", [] { parity::run(start()); });

}  // namespace
