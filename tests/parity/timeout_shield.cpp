// A time limit on the wait alone; the twin of timeout_shield.py.

#include "parity.hpp"

using namespace std::chrono_literals;

namespace {

coro::task<int> worker() {
    for (int number = 0; number != 3; ++number) {
        coro::println("worker {}", number);
        co_await coro::sleep(100ms);
    }
    co_return 7;
}

coro::task<int> shielded(coro::task_handle<int> task) {
    const int value = co_await coro::shield(task);
    co_return value;
}

coro::task<> start() {
    const auto task = coro::create_task(worker());
    for (const auto time : {50ms, 100ms, 1000000ms}) {
        try {
            const int value = co_await coro::wait_for(shielded(task), time);
            coro::println("main got {}", value);
        } catch (const coro::timeout_error&) {
            const double seconds = static_cast<double>(time.count()) / 1e3;
            coro::println("main does not wait longer than {} {}", seconds,
                          parity::word(task.done()));
        }
    }
}

const parity::program program("timeout_shield", [] { parity::run(start()); });

}  // namespace
