// A cancel through owners of every kind; the twin of nested_owners.py. Both children of
// the gather end in one turn: asyncio's goes on when the first of them was cancelled,
// ours when all have ended.

#include "parity.hpp"

using namespace std::chrono_literals;

namespace {

coro::task<> leaf(std::string name, int yields) {
    bool stopped = false;
    try {
        co_await coro::sleep(1000s);
    } catch (const coro::cancelled&) {
        stopped = true;
    }
    if (stopped) {
        coro::println("{} is cancelled", name);
        for (int i = 0; i != yields; ++i) co_await coro::yield();
        coro::println("{} has cleaned up", name);
        throw coro::cancelled();
    }
}

coro::task<> limited(std::string name, int yields) {
    try {
        co_await coro::wait_for(leaf(name, yields), 500s);
    } catch (const coro::timeout_error&) {
        coro::println("{} has timed out", name);
    } catch (const coro::cancelled&) {
        coro::println("{} did not time out", name);
        throw;
    }
}

coro::task<> gathers() {
    try {
        co_await coro::gather(limited("left", 2), limited("right", 2));
    } catch (const coro::cancelled&) {
        coro::println("the gather is cancelled");
        throw;
    }
}

coro::task<> body(coro::task_group& group) {
    group.start(gathers());
    co_return;
}

coro::task<> scope() {
    try {
        co_await coro::with_task_group(body);
    } catch (const coro::cancelled&) {
        coro::println("the group is cancelled");
        throw;
    }
}

coro::task<> outermost(std::chrono::milliseconds time) {
    try {
        co_await coro::wait_for(scope(), time);
    } catch (const coro::timeout_error&) {
        coro::println("the outermost has timed out {}", coro::current_task().cancelling());
    } catch (const coro::cancelled&) {
        coro::println("the outermost is cancelled {}", coro::current_task().cancelling());
        throw;
    }
}

coro::task<> start() {
    co_await outermost(10ms);
    const auto task = coro::create_task(outermost(1000s));
    for (int i = 0; i != 5; ++i) co_await coro::yield();
    coro::println("main cancels {}", parity::word(task.cancel()));
    try {
        co_await task;
    } catch (const coro::cancelled&) {
        coro::println("main saw it");
    }
}

const parity::program program("nested_owners", [] { parity::run(start()); });

}  // namespace
