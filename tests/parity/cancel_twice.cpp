// More than one request; the twin of cancel_twice.py. A request that a task has not
// been told yet, and that is taken back, is forgotten here and by asyncio since 3.13.

#include "parity.hpp"

using namespace std::chrono_literals;

namespace {

unsigned requests() {
    return coro::current_task().cancelling();
}

coro::task<int> cleans_up(std::string name, int yields) {
    bool stopped = false;
    try {
        co_await coro::sleep(1000s);
    } catch (const coro::cancelled&) {
        coro::println("{} is cancelled {}", name, requests());
        stopped = true;
    }
    if (!stopped) co_return 0;
    try {
        for (int i = 0; i != yields; ++i) co_await coro::yield();
        coro::println("{} has cleaned up", name);
    } catch (const coro::cancelled&) {
        coro::println("{} is cancelled while it cleans up {}", name, requests());
    }
    throw coro::cancelled();
}

coro::task<int> swallows(std::string name) {
    for (int i = 0; i != 2; ++i) {
        try {
            co_await coro::sleep(1000s);
        } catch (const coro::cancelled&) {
            coro::println("{} swallows {}", name, requests());
        }
    }
    co_return 5;
}

coro::task<> see(std::string name, coro::task_handle<int> task) {
    try {
        const int value = co_await task;
        coro::println("{} gave {}", name, value);
    } catch (const coro::cancelled&) {
        coro::println("{} was cancelled", name);
    }
    coro::println("{} ended {} {} {}", name, parity::word(task.cancelled()), task.cancelling(),
                  parity::word(task.cancel()));
}

coro::task<> start() {
    const auto tick = coro::create_task(parity::ticker("tick", 24));
    const auto twice = coro::create_task(cleans_up("twice", 2));
    co_await coro::yield();
    const bool first = twice.cancel();
    coro::println("main cancels {} {}", parity::word(first), parity::word(twice.cancel()));
    co_await see("twice", twice);
    const auto again = coro::create_task(cleans_up("again", 3));
    co_await coro::yield();
    coro::println("main cancels {}", parity::word(again.cancel()));
    co_await coro::yield();
    co_await coro::yield();
    coro::println("main cancels {}", parity::word(again.cancel()));
    co_await see("again", again);
    const auto stubborn = coro::create_task(swallows("stubborn"));
    co_await coro::yield();
    coro::println("main cancels {}", parity::word(stubborn.cancel()));
    co_await coro::yield();
    co_await coro::yield();
    coro::println("main cancels {} {}", parity::word(stubborn.done()),
                  parity::word(stubborn.cancel()));
    co_await see("stubborn", stubborn);
    const auto taken = coro::create_task(cleans_up("taken back", 1));
    co_await coro::yield();
    const bool cancelled = taken.cancel();
    const unsigned count = taken.cancelling();
    const unsigned left = taken.uncancel();
    coro::println("main cancels {} {} {} {}", parity::word(cancelled), count, left,
                  taken.uncancel());
    co_await see("taken back", taken);
    co_await tick;
}

const parity::program program("cancel_twice", [] { parity::run(start()); });

}  // namespace
