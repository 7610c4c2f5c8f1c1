// A time limit, kept or not; the twin of timeout_expires.py, which uses timeout():
// asyncio's wait_for runs a coroutine as a task up to 3.11, and in place from 3.12 on.
// They differ where a result comes in the very turn of the timeout: here it counts.

#include "parity.hpp"

#include <stdexcept>
#include <utility>

using namespace std::chrono_literals;

namespace {

coro::task<int> yields(int count) {
    for (int i = 0; i != count; ++i) co_await coro::yield();
    co_return count;
}

coro::task<int> cleans_up(std::string name) {
    bool stopped = false;
    try {
        co_await coro::sleep(1000s);
    } catch (const coro::cancelled&) {
        stopped = true;
    }
    if (stopped) {
        coro::println("{} is cancelled", name);
        const auto ticking = coro::create_task(parity::ticker("tick", 4));
        co_await coro::yield();
        co_await coro::yield();
        coro::println("{} has cleaned up {}", name, parity::word(ticking.done()));
        throw coro::cancelled();
    }
    co_return 0;
}

coro::task<int> swallows() {
    try {
        co_await coro::sleep(1000s);
    } catch (const coro::cancelled&) {
        coro::println("swallowed");
    }
    co_return 5;
}

coro::task<int> fails() {
    try {
        co_await coro::sleep(1000s);
    } catch (const coro::cancelled&) {
        throw std::invalid_argument("clean-up");
    }
    co_return 0;
}

template <class Awaited>
coro::task<> limited(std::string name, std::chrono::milliseconds time, Awaited awaited) {
    try {
        const int value = co_await coro::wait_for(std::move(awaited), time);
        coro::println("{} gave {}", name, value);
    } catch (const coro::timeout_error&) {
        coro::println("{} has timed out", name);
    } catch (const std::invalid_argument& error) {
        coro::println("{} failed {}", name, error.what());
    }
    coro::println("{} has {} requests", name, coro::current_task().cancelling());
}

coro::task<> start() {
    const auto tick = coro::create_task(parity::ticker("beside", 4));
    co_await limited("no wait", 1000s, yields(0));
    co_await limited("in time", 1000s, yields(2));
    co_await limited("no time, no wait", 0s, yields(0));
    co_await tick;
    co_await limited("no time", 0s, cleans_up("first"));
    co_await limited("late", 10ms, cleans_up("second"));
    co_await limited("swallowed", 10ms, swallows());
    co_await limited("failed", 0s, fails());
    const auto task = coro::create_task(cleans_up("third"));
    co_await limited("a task", 10ms, task);
    coro::println("main sees {}", parity::word(task.cancelled()));
    co_await coro::yield();
    co_await coro::yield();
    coro::println("main ends");
}

const parity::program program("timeout_expires", [] { parity::run(start()); });

}  // namespace
