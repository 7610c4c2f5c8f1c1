// One child of a gather is cancelled; the twin of gather_child_cancelled.py.

#include "parity.hpp"

using namespace std::chrono_literals;

namespace {

coro::task<> worker(std::string name, std::chrono::seconds time) {
    try {
        co_await coro::sleep(time);
        coro::println("{} ends", name);
    } catch (const coro::cancelled&) {
        coro::println("{} is cancelled", name);
        throw;
    }
}

coro::task<> parent(coro::task_handle<> stopped) {
    try {
        co_await coro::gather(worker("sibling", 0s), stopped);
    } catch (const coro::cancelled&) {
        coro::println("parent caught it {}", coro::current_task().cancelling());
    }
    co_await coro::yield();
    coro::println("parent goes on");
}

coro::task<> start() {
    const auto stopped = coro::create_task(worker("stopped", 1000s));
    const auto task = coro::create_task(parent(stopped));
    for (int i = 0; i != 4; ++i) co_await coro::yield();
    const auto tick = coro::create_task(parity::ticker("tick", 6));
    coro::println("main cancels {}", parity::word(stopped.cancel()));
    co_await task;
    coro::println("main sees {} {}", parity::word(task.cancelled()),
                  parity::word(stopped.cancelled()));
    co_await tick;
}

const parity::program program("gather_child_cancelled", [] { parity::run(start()); });

}  // namespace
