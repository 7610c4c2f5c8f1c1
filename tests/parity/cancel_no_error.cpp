// A cancel is not an error; the twin of cancel_no_error.py.

#include "parity.hpp"

#include <exception>

using namespace std::chrono_literals;

namespace {

coro::task<> catches_errors() {
    for (int i = 0; i != 2; ++i) {
        try {
            co_await coro::sleep(1000s);
        } catch (const std::exception&) {
            coro::println("never printed");
        }
    }
}

coro::task<> catches_everything() {
    try {
        co_await coro::sleep(1000s);
    } catch (...) {
        coro::println("it catches everything, and throws it on");
        throw;
    }
}

coro::task<> keeps_it() {
    try {
        co_await coro::sleep(1000s);
    } catch (...) {
        coro::println("it catches everything, and keeps it");
    }
}

coro::task<> start() {
    for (const auto coroutine : {catches_errors, catches_everything, keeps_it}) {
        const auto task = coro::create_task(coroutine());
        co_await coro::yield();
        coro::println("main cancels {}", parity::word(task.cancel()));
        try {
            co_await task;
            coro::println("main got a value {}", parity::word(task.cancelled()));
        } catch (const std::exception&) {
            coro::println("never printed");
        } catch (const coro::cancelled&) {
            coro::println("main saw it {}", parity::word(task.cancelled()));
        }
    }
}

const parity::program program("cancel_no_error", [] { parity::run(start()); });

}  // namespace
