// Whoever waits for outcomes is cancelled; the twin of cancel_gather_outcomes.py.

#include "parity.hpp"

using namespace std::chrono_literals;

namespace {

coro::task<> clean_up(std::string name, int yields) {
    coro::println("{} is cancelled", name);
    for (int i = 0; i != yields; ++i) co_await coro::yield();
    coro::println("{} has cleaned up", name);
}

coro::task<> long_sleep() {
    co_await coro::sleep(1000s);
}

coro::task<> child(std::string name, int yields) {
    co_await coro::finally(long_sleep(), clean_up(name, yields));
}

coro::task<> swallows() {
    try {
        co_await coro::sleep(1000s);
    } catch (const coro::cancelled&) {
        coro::println("one swallows it");
    }
}

coro::task<> parent() {
    try {
        const auto ended = co_await coro::gather_outcomes(child("a", 3), swallows(), child("b", 1));
        coro::println("never printed {}", std::get<0>(ended).was_cancelled());
    } catch (const coro::cancelled&) {
        coro::println("parent is cancelled");
        throw;
    }
}

coro::task<> start() {
    const auto task = coro::create_task(parent());
    for (int i = 0; i != 3; ++i) co_await coro::yield();
    const auto tick = coro::create_task(parity::ticker("tick", 9));
    coro::println("main cancels {}", parity::word(task.cancel()));
    try {
        co_await task;
    } catch (const coro::cancelled&) {
        coro::println("main saw it");
    }
    co_await tick;
}

const parity::program program("cancel_gather_outcomes", [] { parity::run(start()); });

}  // namespace
