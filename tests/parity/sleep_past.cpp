// A deadline that has passed; the twin of sleep_past.py.

#include "parity.hpp"

#include <vector>

using namespace std::chrono_literals;

namespace {

coro::task<> sleeper(std::string name) {
    co_await coro::sleep_until(coro::clock::now() - 1s);
    coro::println("{} woke", name);
}

coro::task<> start() {
    std::vector<coro::task_handle<>> tasks;
    tasks.push_back(coro::create_task(parity::ticker("before", 5)));
    tasks.push_back(coro::create_task(sleeper("first")));
    tasks.push_back(coro::create_task(sleeper("second")));
    tasks.push_back(coro::create_task(parity::ticker("after", 5)));
    for (const auto& task : tasks) co_await task;
}

const parity::program program("sleep_past", [] { parity::run(start()); });

}  // namespace
