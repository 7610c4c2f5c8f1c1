// A clean-up that makes tasks; the twin of cleanup_creates.py.

#include "parity.hpp"

using namespace std::chrono_literals;

namespace {

coro::task<std::string> say_goodbye(std::string to) {
    coro::println("goodbye {}", to);
    co_await coro::yield();
    coro::println("{} answers", to);
    co_return to;
}

coro::task<> clean_up() {
    const auto left = coro::create_task(say_goodbye("one that nobody awaits"));
    const auto [a, b] = co_await coro::gather(say_goodbye("a"), say_goodbye("b"));
    coro::println("the clean-up got {} {}", a, b);
    coro::println("the clean-up sees {}", parity::word(left.done()));
}

coro::task<> long_sleep() {
    co_await coro::sleep(1000s);
}

coro::task<> worker() {
    co_await coro::finally(long_sleep(), clean_up());
}

coro::task<> start() {
    const auto task = coro::create_task(worker());
    co_await coro::yield();
    const auto tick = coro::create_task(parity::ticker("tick", 6));
    coro::println("main cancels {}", parity::word(task.cancel()));
    try {
        co_await task;
    } catch (const coro::cancelled&) {
        coro::println("main saw it {}", parity::word(task.cancelled()));
    }
    co_await tick;
}

const parity::program program("cleanup_creates", [] { parity::run(start()); });

}  // namespace
