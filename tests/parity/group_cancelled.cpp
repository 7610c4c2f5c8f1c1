// A group that is cancelled from outside; the twin of group_cancelled.py. While it
// joins nothing ticks beside it: here a cancel reaches the members at once, as it does
// those of a gather; in asyncio the one who joins hears of it first, a trip earlier.

#include "parity.hpp"

#include <exception>
#include <stdexcept>

using namespace std::chrono_literals;

namespace {

coro::task<> cleans_up(std::string name, int yields) {
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

coro::task<> in_its_body(coro::task_group& group) {
    group.start(cleans_up("child", 3));
    co_await cleans_up("body", 1);
}

coro::task<> while_it_joins(coro::task_group& group) {
    group.start(cleans_up("child", 2));
    co_return;
}

coro::task<> fails() {
    co_await coro::yield();
    coro::println("fails");
    throw std::invalid_argument("inner");
}

coro::task<> inner(coro::task_group& group) {
    group.start(cleans_up("of the inner", 2));
    group.start(fails());
    co_return;
}

coro::task<> outer(coro::task_group& group) {
    group.start(cleans_up("of the outer", 1));
    co_await coro::with_task_group(inner);
}

coro::task<> cancel_outside(const char* name, coro::task<> (*body)(coro::task_group&),
                            int ticks) {
    coro::println("{}", name);
    auto scope = [](coro::task<> (*inside)(coro::task_group&)) -> coro::task<> {
        co_await coro::with_task_group(inside);
    };
    const auto task = coro::create_task(scope(body));
    co_await coro::yield();
    co_await coro::yield();
    const auto tick = coro::create_task(parity::ticker("tick", ticks));
    coro::println("main cancels {}", parity::word(task.cancel()));
    try {
        co_await task;
    } catch (const coro::cancelled&) {
        coro::println("main saw it {}", parity::word(task.cancelled()));
    }
    co_await tick;
}

std::string first_of_first(const coro::exception_group& failed) {
    try {
        std::rethrow_exception(failed.exceptions()[0]);
    } catch (const coro::exception_group& within) {
        return coro::message_of(within.exceptions()[0]);
    }
}

coro::task<> start() {
    co_await cancel_outside("in_its_body", in_its_body, 10);
    co_await cancel_outside("while_it_joins", while_it_joins, 0);
    const auto tick = coro::create_task(parity::ticker("tick", 16));
    try {
        co_await coro::with_task_group(outer);
    } catch (const coro::exception_group& failed) {
        coro::println("caught a group of {} {}", failed.exceptions().size(),
                      first_of_first(failed));
    }
    co_await tick;
}

const parity::program program("group_cancelled", [] { parity::run(start()); });

}  // namespace
