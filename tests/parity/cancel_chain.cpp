// A cancel passes down a chain of tasks; the twin of cancel_chain.py.

#include "parity.hpp"

using namespace std::chrono_literals;

namespace {

coro::task<> bottom() {
    try {
        co_await coro::sleep(1000s);
    } catch (const coro::cancelled&) {
        coro::println("bottom");
        throw;
    }
}

coro::task<int> middle(coro::task_handle<> task) {
    try {
        co_await task;
    } catch (const coro::cancelled&) {
        coro::println("middle swallows");
    }
    co_return 5;
}

coro::task<std::string> top(std::string name, coro::task_handle<int> task) {
    const int value = co_await task;
    coro::println("{} got {}", name, value);
    coro::println("{}", name);
    co_return "None";
}

coro::task<> topmost(std::string name, coro::task_handle<std::string> task) {
    const std::string& value = co_await task;
    coro::println("{} got {}", name, value);
    coro::println("{}", name);
}

coro::task<> start() {
    const auto first = coro::create_task(bottom());
    const auto second = coro::create_task(middle(first));
    const auto third = coro::create_task(top("third", second));
    const auto fourth = coro::create_task(topmost("fourth", third));
    co_await coro::yield();
    co_await coro::yield();
    const auto tick = coro::create_task(parity::ticker("tick", 8));
    coro::println("main cancels {}", parity::word(fourth.cancel()));
    co_await fourth;
    coro::println("main got None");
    coro::println("{} {} {} {}", parity::word(first.cancelled()), parity::word(second.cancelled()),
                  parity::word(third.cancelled()), parity::word(fourth.cancelled()));
    co_await tick;
}

const parity::program program("cancel_chain", [] { parity::run(start()); });

}  // namespace
