// differs: to ask how a task has ended should not throw

#include "../parity.hpp"

#include <vector>

using namespace std::chrono_literals;

namespace {

coro::task<> worker() {
    co_await coro::sleep(1000s);
}

coro::task<> start() {
    const auto task = coro::create_task(worker());
    task.cancel();
    const std::vector<coro::task_handle<>> tasks(1, task);
    co_await coro::wait(tasks);
    try {
        coro::println("exception() gives {}", coro::message_of(task.exception()));
    } catch (const coro::cancelled&) {
        coro::println("exception() throws the cancel");
    }
}

const parity::program program("exception_of_cancelled", [] { parity::run(start()); });

}  // namespace
