// differs: a clean-up that starts a task need not know why the group is ending

#include "../parity.hpp"

#include <stdexcept>

using namespace std::chrono_literals;

namespace {

coro::task<> fails() {
    throw std::invalid_argument("no");
    co_return;
}

coro::task<> late() {
    coro::println("never printed");
    co_return;
}

coro::task<> body(coro::task_group& group) {
    group.start(fails());
    try {
        co_await coro::sleep(1000s);
    } catch (const coro::cancelled&) {
        coro::println("the body is cancelled");
        group.start(late());
        coro::println("the group takes it, and it never starts");
        throw;
    }
}

coro::task<> start() {
    try {
        co_await coro::with_task_group(body);
    } catch (const coro::exception_group& failed) {
        coro::println("main caught a group of {}", failed.exceptions().size());
    }
}

const parity::program program("group_late_start", [] { parity::run(start()); });

}  // namespace
