// When a cancel is delivered; the twin of cancel_sleeping.py.

#include "parity.hpp"

#include <vector>

using namespace std::chrono_literals;

namespace {

coro::task<> sleeper(std::string name, std::chrono::milliseconds time) {
    bool stopped = false;
    try {
        co_await coro::sleep(time);
        coro::println("{} slept", name);
    } catch (const coro::cancelled&) {
        coro::println("{} is cancelled", name);
        stopped = true;
    }
    if (stopped) {
        co_await coro::yield();
        coro::println("{} has cleaned up", name);
        throw coro::cancelled();
    }
}

coro::task<> yielder(std::string name) {
    try {
        for (;;) {
            coro::println("{} yields", name);
            co_await coro::yield();
        }
    } catch (const coro::cancelled&) {
        coro::println("{} is cancelled", name);
        throw;
    }
}

coro::task<> start() {
    const auto sleeping = coro::create_task(sleeper("sleeping", 1000s));
    const auto due = coro::create_task(sleeper("due", 1ms));
    const auto yielding = coro::create_task(yielder("yielding"));
    const auto tick = coro::create_task(parity::ticker("tick", 8));
    co_await coro::yield();
    parity::hold_thread(20ms);
    coro::println("main held the thread");
    co_await coro::yield();
    const bool one = sleeping.cancel();
    const bool two = due.cancel();
    const bool three = yielding.cancel();
    coro::println("main cancels {} {} {}", parity::word(one), parity::word(two),
                  parity::word(three));
    const std::vector<coro::task_handle<>> tasks = {sleeping, due, yielding};
    for (const auto& task : tasks) {
        try {
            co_await task;
        } catch (const coro::cancelled&) {
            const bool ended_so = task.cancelled();
            coro::println("main saw it {} {}", parity::word(ended_so), parity::word(task.cancel()));
        }
    }
    co_await tick;
}

const parity::program program("cancel_sleeping", [] { parity::run(start()); });

}  // namespace
