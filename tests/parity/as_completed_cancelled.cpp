// The one who looks on is cancelled; the twin of as_completed_cancelled.py.

#include "parity.hpp"

#include <vector>

namespace {

using handles = std::vector<coro::task_handle<std::string>>;

coro::task<std::string> worker(std::string name, int yields) {
    try {
        for (int i = 0; i != yields; ++i) co_await coro::yield();
    } catch (const coro::cancelled&) {
        coro::println("never printed");
        throw;
    }
    coro::println("{} ends", name);
    co_return name;
}

coro::task<> look(handles tasks) {
    try {
        for (auto& next : coro::as_completed(tasks)) {
            const auto [index, result] = co_await next;
            coro::println("it got {}", result.value());
        }
    } catch (const coro::cancelled&) {
        std::string all;
        for (const auto& task : tasks)
            all += (all.empty() ? "" : ", ") + std::string(parity::word(task.done()));
        coro::println("it is cancelled [{}]", all);
        throw;
    }
}

coro::task<> start() {
    handles tasks;
    tasks.push_back(coro::create_task(worker("slow", 9)));
    tasks.push_back(coro::create_task(worker("fast", 1)));
    tasks.push_back(coro::create_task(worker("middle", 7)));
    const auto looking = coro::create_task(look(tasks));
    for (int i = 0; i != 5; ++i) co_await coro::yield();
    coro::println("main cancels {}", parity::word(looking.cancel()));
    try {
        co_await looking;
    } catch (const coro::cancelled&) {
        coro::println("main saw it");
    }
    tasks.erase(tasks.begin() + 1);
    for (auto& next : coro::as_completed(tasks)) {
        const auto [index, result] = co_await next;
        coro::println("main got {}", result.value());
    }
}

const parity::program program("as_completed_cancelled", [] { parity::run(start()); });

}  // namespace
