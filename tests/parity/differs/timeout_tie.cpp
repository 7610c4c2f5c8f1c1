// differs: a result that is there would be thrown away

#include "../parity.hpp"

using namespace std::chrono_literals;

namespace {

coro::task<int> waits_for(coro::future<int>& future) {
    const int value = co_await future;
    co_return value;
}

coro::task<> holds_the_thread() {
    parity::hold_thread(300ms);
    co_return;
}

coro::task<> start() {
    coro::future<int> future;
    coro::call_later(50ms, [&future] { future.set_value(7); });
    coro::create_task(holds_the_thread());
    try {
        const int value = co_await coro::wait_for(waits_for(future), 100ms);
        coro::println("main got {}", value);
    } catch (const coro::timeout_error&) {
        coro::println("main has timed out, and the future has {}", future.result());
    }
}

const parity::program program("timeout_tie", [] { parity::run(start()); });

}  // namespace
