// Requests that wait for a suspension, and several of them; the twin of
// cancel_self.py.

#include "parity.hpp"

using namespace std::chrono_literals;

namespace {

coro::task<> suspends() {
    const auto task = coro::current_task();
    const bool once = task.cancel();
    const bool twice = task.cancel();
    coro::println("it asks {} {}", parity::word(once), parity::word(twice));
    coro::println("it goes on");
    try {
        co_await coro::sleep(1000s);
    } catch (const coro::cancelled&) {
        coro::println("it is cancelled");
    }
    co_await coro::yield();
    coro::println("it is not cancelled twice");
}

coro::task<> cleans_up() {
    bool stopped = false;
    try {
        co_await coro::sleep(1000s);
    } catch (const coro::cancelled&) {
        stopped = true;
    }
    if (!stopped) co_return;
    coro::println("it cleans up");
    try {
        co_await coro::sleep(1000s);
    } catch (const coro::cancelled&) {
        coro::println("and is interrupted");
    }
    throw coro::cancelled();
}

coro::task<> start() {
    const auto first = coro::create_task(suspends());
    co_await first;
    coro::println("{}", parity::word(first.cancelled()));
    const auto second = coro::create_task(cleans_up());
    co_await coro::yield();
    const bool once = second.cancel();
    const bool twice = second.cancel();
    coro::println("{} {}", parity::word(once), parity::word(twice));
    co_await coro::yield();
    coro::println("main 1");
    second.cancel();
    co_await coro::yield();
    coro::println("main 2 {}", parity::word(second.done()));
    co_await coro::yield();
    coro::println("main 3 {} {}", parity::word(second.done()), parity::word(second.cancelled()));
}

const parity::program program("cancel_self", [] { parity::run(start()); });

}  // namespace
