// Who goes on when an event is set; the twin of event_set.py.

#include "parity.hpp"

#include <vector>

namespace {

coro::task<> waiter(std::string name, coro::event& event) {
    try {
        co_await event.wait();
        coro::println("{} passes", name);
        co_await event.wait();
        coro::println("{} passes again", name);
    } catch (const coro::cancelled&) {
        coro::println("{} is cancelled", name);
        throw;
    }
}

coro::task<> start() {
    coro::event event;
    std::vector<coro::task_handle<>> waiting;
    for (const char* name : {"a", "b", "c", "d"})
        waiting.push_back(coro::create_task(waiter(name, event)));
    const auto tick = coro::create_task(parity::ticker("tick", 12));
    co_await coro::yield();
    coro::println("main cancels b {}", parity::word(waiting[1].cancel()));
    event.set();
    event.clear();
    coro::println("main cancels d {}", parity::word(waiting[3].cancel()));
    coro::println("main has set and cleared it {}", parity::word(event.is_set()));
    co_await coro::yield();
    coro::println("main was at the end of the line");
    co_await coro::yield();
    const auto late = coro::create_task(waiter("late", event));
    co_await coro::yield();
    co_await coro::yield();
    event.set();
    co_await event.wait();
    coro::println("main does not wait");
    co_await waiting[0];
    co_await waiting[2];
    co_await late;
    co_await tick;
}

const parity::program program("event_set", [] { parity::run(start()); });

}  // namespace
