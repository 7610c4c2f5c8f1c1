// Whose request it was; the twin of timeout_nested.py.

#include "parity.hpp"

#include <utility>

using namespace std::chrono_literals;

namespace {

unsigned requests() {
    return coro::current_task().cancelling();
}

coro::task<> sleeps() {
    try {
        co_await coro::sleep(1000s);
    } catch (const coro::cancelled&) {
        coro::println("sleeper has {} requests", requests());
        throw;
    }
}

coro::task<> inner(std::chrono::milliseconds time) {
    try {
        co_await coro::wait_for(sleeps(), time);
    } catch (const coro::timeout_error&) {
        coro::println("inner has timed out {}", requests());
    } catch (const coro::cancelled&) {
        coro::println("inner is cancelled {}", requests());
        throw;
    }
}

coro::task<> outer(std::chrono::milliseconds inner_time, std::chrono::milliseconds outer_time) {
    try {
        co_await coro::wait_for(inner(inner_time), outer_time);
        coro::println("outer goes on {}", requests());
    } catch (const coro::timeout_error&) {
        coro::println("outer has timed out {}", requests());
    } catch (const coro::cancelled&) {
        coro::println("outer is cancelled {}", requests());
        throw;
    }
    co_await coro::yield();
    coro::println("outer has slept");
}

// As Python prints seconds: 0.01, 1000.
double seconds(std::chrono::milliseconds time) {
    return static_cast<double>(time.count()) / 1e3;
}

coro::task<> start() {
    using limits = std::pair<std::chrono::milliseconds, std::chrono::milliseconds>;
    for (const auto& [inner_time, outer_time] :
         {limits(10ms, 1000s), limits(1000s, 10ms), limits(0s, 1000s), limits(1000s, 0s),
          limits(0s, 0s)}) {
        coro::println("limits {} {}", seconds(inner_time), seconds(outer_time));
        co_await outer(inner_time, outer_time);
    }
    // Cancelled from outside: alone, just before the timeout, in its turn, and after it.
    using cancel = std::pair<std::chrono::milliseconds, int>;
    for (const auto& [time, yields] :
         {cancel(1000s, 1), cancel(0s, 1), cancel(0s, 2), cancel(0s, 3)}) {
        coro::println("limit {} and a cancel after {}", seconds(time), yields);
        const auto task = coro::create_task(outer(1000s, time));
        for (int i = 0; i != yields; ++i) co_await coro::yield();
        coro::println("main cancels {}", parity::word(task.cancel()));
        try {
            co_await task;
        } catch (const coro::cancelled&) {
            coro::println("main saw it {}", task.cancelling());
        }
    }
}

const parity::program program("timeout_nested", [] { parity::run(start()); });

}  // namespace
