// Who is cancelled behind a shield waits again; the twin of shield_again.py.

#include "parity.hpp"

namespace {

coro::task<int> worker() {
    for (int i = 0; i != 5; ++i) co_await coro::yield();
    coro::println("worker ends");
    co_return 7;
}

coro::task<> stubborn(coro::task_handle<int> task) {
    for (int number = 0; number != 3; ++number) {
        try {
            const int value = co_await coro::shield(task);
            coro::println("stubborn got {}", value);
            co_return;
        } catch (const coro::cancelled&) {
            coro::println("stubborn is cancelled {}", coro::current_task().cancelling());
        }
    }
}

coro::task<> start() {
    const auto task = coro::create_task(worker());
    const auto waiting = coro::create_task(stubborn(task));
    const auto tick = coro::create_task(parity::ticker("tick", 9));
    co_await coro::yield();
    coro::println("main cancels {}", parity::word(waiting.cancel()));
    co_await coro::yield();
    co_await coro::yield();
    coro::println("main cancels {}", parity::word(waiting.cancel()));
    co_await waiting;
    coro::println("main sees {} {}", parity::word(waiting.cancelled()),
                  parity::word(task.cancelled()));
    co_await tick;
}

const parity::program program("shield_again", [] { parity::run(start()); });

}  // namespace
