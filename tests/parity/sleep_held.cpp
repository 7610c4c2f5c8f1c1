// The thread is held while several sleep; the twin of sleep_held.py.

#include "parity.hpp"

#include <vector>

using namespace std::chrono_literals;

namespace {

coro::task<> sleeper(std::string name, std::chrono::milliseconds time) {
    co_await coro::sleep(time);
    coro::println("{} woke", name);
}

coro::task<> start() {
    std::vector<coro::task_handle<>> tasks;
    tasks.push_back(coro::create_task(sleeper("fifth", 800ms)));
    tasks.push_back(coro::create_task(sleeper("third", 30ms)));
    tasks.push_back(coro::create_task(sleeper("first", 10ms)));
    tasks.push_back(coro::create_task(sleeper("fourth", 700ms)));
    tasks.push_back(coro::create_task(sleeper("second", 20ms)));
    co_await coro::yield();
    const auto tick = coro::create_task(parity::ticker("tick", 4));
    parity::hold_thread(100ms);
    coro::println("main held the thread");
    co_await tick;
    for (const auto& task : tasks) co_await task;
}

const parity::program program("sleep_held", [] { parity::run(start()); });

}  // namespace
