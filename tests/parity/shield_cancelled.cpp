// Who hears of a cancel on which side of a shield; the twin of shield_cancelled.py.

#include "parity.hpp"

#include <string_view>

namespace {

coro::task<int> worker(int count) {
    try {
        for (int number = 0; number != count; ++number) {
            coro::println("worker {}", number);
            co_await coro::yield();
        }
    } catch (const coro::cancelled&) {
        coro::println("worker is cancelled");
        throw;
    }
    coro::println("worker ends");
    co_return 7;
}

coro::task<> waiter(std::string name, coro::task_handle<int> task) {
    try {
        const int value = co_await coro::shield(task);
        coro::println("{} got {}", name, value);
    } catch (const coro::cancelled&) {
        coro::println("{} is cancelled {} {}", name, parity::word(task.done()),
                      parity::word(task.cancelled()));
        throw;
    }
}

coro::task<> start() {
    for (const std::string_view which : {"waiter", "worker"}) {
        coro::println("the {} is cancelled", which);
        const auto tick = coro::create_task(parity::ticker("tick", 9));
        const auto task = coro::create_task(worker(5));
        const auto first = coro::create_task(waiter("first", task));
        const auto second = coro::create_task(waiter("second", task));
        co_await coro::yield();
        co_await coro::yield();
        const bool cancelled = which == "waiter" ? first.cancel() : task.cancel();
        coro::println("main cancels {}", parity::word(cancelled));
        for (const auto& each : {first, second}) {
            try {
                co_await each;
            } catch (const coro::cancelled&) {
                coro::println("main saw it");
            }
        }
        co_await tick;
        if (which == "waiter") {
            const int value = co_await coro::shield(task);
            coro::println("main got {}", value);
        }
    }
}

const parity::program program("shield_cancelled", [] { parity::run(start()); });

}  // namespace
