// In which order tasks start; the twin of start_mixed.py.

#include "parity.hpp"

#include <vector>

namespace {

coro::task<> child(std::string name) {
    coro::println("{} starts", name);
    co_await coro::yield();
    coro::println("{} goes on", name);
}

coro::task<> maker(coro::task_group& group, std::string name) {
    coro::println("{} starts", name);
    group.start(child("of the group, by " + name));
    co_await coro::gather(child("gathered a, by " + name), child("gathered b, by " + name));
}

coro::task<> start() {
    std::vector<coro::task_handle<>> loose;
    loose.push_back(coro::create_task(child("first")));
    auto body = [&](coro::task_group& group) -> coro::task<> {
        group.start(maker(group, "a member"));
        loose.push_back(coro::create_task(child("second")));
        group.start(child("of the group"));
        co_await child("awaited");
        co_await coro::gather(child("gathered c"), child("gathered d"));
        coro::println("the body ends");
    };
    co_await coro::with_task_group(body);
    for (const auto& task : loose) co_await task;
}

const parity::program program("start_mixed", [] { parity::run(start()); });

}  // namespace
