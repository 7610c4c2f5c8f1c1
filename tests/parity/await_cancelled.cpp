// Who awaits a task that somebody else cancels; the twin of await_cancelled.py.

#include "parity.hpp"

using namespace std::chrono_literals;

namespace {

coro::task<> sleeper() {
    co_await coro::sleep(1000s);
}

coro::task<> waiter(std::string name, coro::task_handle<> task) {
    try {
        co_await task;
    } catch (const coro::cancelled&) {
        coro::println("{} saw it {}", name, coro::current_task().cancelling());
    }
    co_await coro::yield();
    coro::println("{} goes on", name);
}

coro::task<> lets_it_pass(coro::task_handle<> task) {
    co_await task;
}

coro::task<> start() {
    const auto task = coro::create_task(sleeper());
    const auto first = coro::create_task(waiter("first", task));
    const auto second = coro::create_task(lets_it_pass(task));
    const auto third = coro::create_task(waiter("third", second));
    const auto tick = coro::create_task(parity::ticker("tick", 7));
    co_await coro::yield();
    co_await coro::yield();
    coro::println("main cancels {}", parity::word(task.cancel()));
    co_await first;
    co_await third;
    coro::println("main sees {} {} {} {}", parity::word(task.cancelled()),
                  parity::word(first.cancelled()), parity::word(second.cancelled()),
                  parity::word(third.cancelled()));
    co_await tick;
}

const parity::program program("await_cancelled", [] { parity::run(start()); });

}  // namespace
