// Clean-ups within clean-ups; the twin of cleanup_nesting.py.

#include "parity.hpp"

using namespace std::chrono_literals;

namespace {

coro::task<> guarded(int level);

coro::task<> clean_up(int level) {
    coro::println("level {} cleans up", level);
    co_await coro::yield();
    coro::println("level {} has cleaned up", level);
}

coro::task<> work(int level) {
    if (level == 3) {
        co_await coro::sleep(1000s);
        co_return;
    }
    co_await guarded(level + 1);
}

coro::task<> guarded(int level) {
    co_await coro::finally(work(level), clean_up(level));
}

coro::task<> start() {
    const auto task = coro::create_task(guarded(1));
    co_await coro::yield();
    const auto tick = coro::create_task(parity::ticker("tick", 6));
    coro::println("main cancels {}", parity::word(task.cancel()));
    try {
        co_await task;
    } catch (const coro::cancelled&) {
        coro::println("main saw it");
    }
    co_await tick;
}

const parity::program program("cleanup_nesting", [] { parity::run(start()); });

}  // namespace
