// Several tasks of a group fail; the twin of group_errors.py.

#include "parity.hpp"

#include <stdexcept>

using namespace std::chrono_literals;

namespace {

coro::task<> fails(std::string name, int yields) {
    for (int i = 0; i != yields; ++i) co_await coro::yield();
    coro::println("{} fails", name);
    throw std::invalid_argument(name);
}

coro::task<> long_sleep() {
    co_await coro::sleep(1000s);
}

coro::task<> fails_at_last(std::string name, int yields) {
    co_await coro::finally(long_sleep(), fails(name, yields));
}

coro::task<> swallows() {
    try {
        co_await coro::sleep(1000s);
    } catch (const coro::cancelled&) {
        coro::println("one swallows it");
    }
}

coro::task<> body(coro::task_group& group) {
    group.start(fails_at_last("the slow clean-up", 3));
    group.start(swallows());
    group.start(fails("the first", 2));
    group.start(fails("one in the same turn", 2));
    group.start(fails_at_last("the fast clean-up", 1));
    co_return;
}

coro::task<> start() {
    try {
        co_await coro::with_task_group(body);
    } catch (const coro::exception_group& failed) {
        for (const auto& error : failed.exceptions())
            coro::println("main got {}", coro::message_of(error));
    }
}

const parity::program program("group_errors", [] { parity::run(start()); });

}  // namespace
