// differs: nobody has cancelled the others who wait

#include "../parity.hpp"

#include <vector>

namespace {

coro::task<> waiter(std::string name, coro::future<int>& future) {
    try {
        const int value = co_await future;
        coro::println("{} got {}", name, value);
    } catch (const coro::cancelled&) {
        coro::println("{} is cancelled", name);
        throw;
    }
}

coro::task<> start() {
    coro::future<int> future;
    std::vector<coro::task_handle<>> tasks;
    for (const char* name : {"first", "second"})
        tasks.push_back(coro::create_task(waiter(name, future)));
    co_await coro::yield();
    tasks[0].cancel();
    co_await coro::yield();
    co_await coro::yield();
    coro::println("the future is {}", future.done() ? "done" : "open");
    if (!future.done()) future.set_value(7);
    co_await coro::wait(tasks);
}

const parity::program program("future_cancelled", [] { parity::run(start()); });

}  // namespace
