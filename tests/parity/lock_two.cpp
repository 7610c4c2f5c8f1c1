// Two locks, hand over hand; the twin of lock_two.py.

#include "parity.hpp"

#include <vector>

namespace {

coro::task<> worker(std::string name, coro::mutex& first, coro::mutex& second) {
    auto has_first = co_await first.lock();
    coro::println("{} has the first", name);
    co_await coro::yield();
    auto has_second = co_await second.lock();
    coro::println("{} has both", name);
    has_first.unlock();
    co_await coro::yield();
    coro::println("{} lets go", name);
    has_second.unlock();
}

coro::task<> start() {
    coro::mutex first;
    coro::mutex second;
    const auto tick = coro::create_task(parity::ticker("tick", 12));
    std::vector<coro::task_handle<>> tasks;
    for (const char* name : {"a", "b", "c"})
        tasks.push_back(coro::create_task(worker(name, first, second)));
    for (const auto& task : tasks) co_await task;
    coro::println("main sees {} {}", parity::word(first.locked()), parity::word(second.locked()));
    co_await tick;
}

const parity::program program("lock_two", [] { parity::run(start()); });

}  // namespace
