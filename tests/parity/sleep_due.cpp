// The two trips of a sleep that is due; the twin of sleep_due.py.

#include "parity.hpp"

#include <vector>

using namespace std::chrono_literals;

namespace {

coro::task<> sleeper(std::string name, std::chrono::milliseconds time) {
    co_await coro::sleep(time);
    coro::println("{} woke", name);
    co_await coro::yield();
    coro::println("{} ends", name);
}

coro::task<> start() {
    std::vector<coro::task_handle<>> tasks;
    tasks.push_back(coro::create_task(sleeper("late", 300ms)));
    tasks.push_back(coro::create_task(sleeper("early", 100ms)));
    tasks.push_back(coro::create_task(sleeper("middle", 200ms)));
    co_await coro::yield();
    parity::hold_thread(400ms);
    coro::println("main held the thread");
    for (int number = 0; number != 5; ++number) {
        co_await coro::yield();
        coro::println("main {}", number);
    }
    for (const auto& task : tasks) co_await task;
}

const parity::program program("sleep_due", [] { parity::run(start()); });

}  // namespace
