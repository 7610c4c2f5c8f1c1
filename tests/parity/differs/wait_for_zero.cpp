// differs: what is awaited runs at once, with a time limit as well as without

#include "../parity.hpp"

#include <vector>

using namespace std::chrono_literals;

namespace {

coro::task<int> at_once() {
    coro::println("it runs");
    co_return 7;
}

coro::task<int> waits() {
    coro::println("it runs up to its first wait");
    try {
        co_await coro::sleep(1000s);
    } catch (const coro::cancelled&) {
        coro::println("it is cancelled");
        throw;
    }
    co_return 7;
}

coro::task<> start() {
    for (const auto coroutine : {at_once, waits}) {
        try {
            const int value = co_await coro::wait_for(coroutine(), 0s);
            coro::println("main got {}", value);
        } catch (const coro::timeout_error&) {
            coro::println("main has timed out");
        }
    }
}

const parity::program program("wait_for_zero", [] { parity::run(start()); });

}  // namespace
