// A function that the loop calls makes tasks; the twin of callback_creates.py.

#include "parity.hpp"

#include <vector>

using namespace std::chrono_literals;

namespace {

coro::task<> child(std::string name) {
    coro::println("{} starts", name);
    co_await coro::yield();
    coro::println("{} ends", name);
}

coro::task<> start() {
    std::vector<coro::task_handle<>> tasks;
    coro::future<std::size_t> all_made;
    auto again = [&] {
        coro::println("again");
        tasks.push_back(coro::create_task(child("third")));
        all_made.set_value(tasks.size());
    };
    auto makes = [&] {
        tasks.push_back(coro::create_task(child("first")));
        coro::call_later(0s, again);
        tasks.push_back(coro::create_task(child("second")));
        coro::println("two are made");
    };
    coro::call_later(0s, makes);
    coro::println("main waits");
    const std::size_t made = co_await all_made;
    coro::println("main sees {}", made);
    for (const auto& task : tasks) co_await task;
}

const parity::program program("callback_creates", [] { parity::run(start()); });

}  // namespace
