// Two tasks that are cancelled await the same third; the twin of
// cancel_diamond.py.

#include "parity.hpp"

using namespace std::chrono_literals;

namespace {

coro::task<> shared() {
    bool stopped = false;
    try {
        co_await coro::sleep(1000s);
    } catch (const coro::cancelled&) {
        stopped = true;
    }
    if (stopped) {
        coro::println("shared is cancelled");
        co_await coro::yield();
        coro::println("shared has cleaned up");
        throw coro::cancelled();
    }
}

coro::task<> waiter(std::string name, coro::task_handle<> task) {
    try {
        co_await task;
    } catch (const coro::cancelled&) {
        coro::println("{} is cancelled", name);
        throw;
    }
}

coro::task<> parent(coro::task_handle<> task) {
    co_await coro::gather(waiter("first", task), waiter("second", task));
}

coro::task<> start() {
    const auto task = coro::create_task(shared());
    const auto both = coro::create_task(parent(task));
    for (int i = 0; i != 4; ++i) co_await coro::yield();
    coro::println("main cancels {}", parity::word(both.cancel()));
    try {
        co_await both;
    } catch (const coro::cancelled&) {
        coro::println("both were cancelled");
    }
}

const parity::program program("cancel_diamond", [] { parity::run(start()); });

}  // namespace
