// Sleeps of no length; the twin of sleep_zero.py.

#include "parity.hpp"

#include <vector>

using namespace std::chrono_literals;

namespace {

coro::task<> yields(std::string name, int count) {
    for (int number = 0; number != count; ++number) {
        coro::println("{} {}", name, number);
        co_await coro::sleep(0s);
    }
    coro::println("{} ends", name);
}

coro::task<> below_zero(std::string name, int count) {
    for (int number = 0; number != count; ++number) {
        coro::println("{} {}", name, number);
        co_await coro::sleep(-1s);
    }
    coro::println("{} ends", name);
}

coro::task<> start() {
    std::vector<coro::task_handle<>> tasks;
    tasks.push_back(coro::create_task(yields("a", 3)));
    tasks.push_back(coro::create_task(below_zero("b", 2)));
    tasks.push_back(coro::create_task(yields("c", 4)));
    for (int number = 0; number != 3; ++number) {
        coro::println("main {}", number);
        co_await coro::yield();
    }
    for (const auto& task : tasks) co_await task;
    coro::println("main ends");
}

const parity::program program("sleep_zero", [] { parity::run(start()); });

}  // namespace
