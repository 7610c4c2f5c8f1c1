// A task catches its cancel and goes on; the twin of cancel_goes_on.py.

#include "parity.hpp"

using namespace std::chrono_literals;

namespace {

coro::task<> worker() {
    const auto self = coro::current_task();
    for (int attempt = 0; attempt != 3; ++attempt) {
        try {
            co_await coro::sleep(1000s);
        } catch (const coro::cancelled&) {
            coro::println("attempt {} is cancelled {}", attempt, self.cancelling());
            if (attempt == 2) throw;
        }
        if (attempt == 0) coro::println("it means it {}", self.uncancel());
        co_await coro::yield();
        coro::println("it goes on");
    }
}

coro::task<> start() {
    const auto task = coro::create_task(worker());
    const auto tick = coro::create_task(parity::ticker("tick", 10));
    co_await coro::yield();
    for (int i = 0; i != 3; ++i) {
        const bool asked = task.cancel();
        coro::println("main cancels {} {}", parity::word(asked), task.cancelling());
        for (int trip = 0; trip != 2; ++trip) co_await coro::yield();
        coro::println("main sees {} {}", parity::word(task.done()), task.cancelling());
    }
    try {
        co_await task;
    } catch (const coro::cancelled&) {
        coro::println("main saw it");
    }
    co_await tick;
}

const parity::program program("cancel_goes_on", [] { parity::run(start()); });

}  // namespace
