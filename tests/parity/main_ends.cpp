// What happens when main has ended; the twin of main_ends.py.

#include "parity.hpp"

using namespace std::chrono_literals;

namespace {

coro::task<> endless() {
    for (int number = 0;; ++number) {
        coro::println("tick {}", number);
        co_await coro::yield();
    }
}

coro::task<> keeps_on() {
    try {
        co_await endless();
    } catch (const coro::cancelled&) {
        coro::println("it is cancelled");
    }
    co_await coro::sleep(10ms);
    coro::println("it has cleaned up");
    throw coro::cancelled();
}

coro::task<> start() {
    coro::create_task(keeps_on());
    co_await coro::yield();
    coro::println("main 1");
    co_await coro::yield();
    coro::println("main ends");
}

void whole() {
    parity::run(start());
    coro::println("run returned");
}

const parity::program program("main_ends", whole);

}  // namespace
