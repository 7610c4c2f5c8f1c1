// When wait() goes on, with a time limit; the twin of wait_timeout.py.

#include "parity.hpp"

#include <algorithm>
#include <vector>

using namespace std::chrono_literals;

namespace {

using handles = std::vector<coro::task_handle<>>;

coro::task<> worker(std::string name, std::chrono::milliseconds time) {
    co_await coro::sleep(time);
    coro::println("{} ends", name);
}

coro::task<> waits(handles tasks, std::chrono::milliseconds time) {
    coro::wait_options options;
    options.timeout = time;
    const auto [done, pending] = co_await coro::wait(tasks, options);
    std::string all;
    for (const auto& task : tasks) {
        const bool is_done = std::find(done.begin(), done.end(), task) != done.end();
        all += (all.empty() ? "" : ", ") + std::string(parity::word(is_done));
    }
    const double seconds = static_cast<double>(time.count()) / 1e3;
    coro::println("after {} done [{}] {}", seconds, all, pending.size());
}

coro::task<> start() {
    handles tasks;
    tasks.push_back(coro::create_task(worker("slow", 200ms)));
    tasks.push_back(coro::create_task(worker("fast", 10ms)));
    const auto before = coro::create_task(parity::ticker("before", 4));
    const auto waiting = coro::create_task(waits(tasks, 0ms));
    const auto after = coro::create_task(parity::ticker("after", 4));
    co_await waiting;
    co_await before;
    co_await after;
    co_await waits(tasks, 60ms);
    co_await waits(tasks, 1000s);
    coro::println("main ends");
}

const parity::program program("wait_timeout", [] { parity::run(start()); });

}  // namespace
