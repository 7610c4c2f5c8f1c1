// When results come out of as_completed; the twin of as_completed_order.py. What has
// ended before is given without a wait here; asyncio's iterator hears of that, too,
// two trips later, and in no promised order.

#include "parity.hpp"

#include <stdexcept>
#include <vector>

namespace {

coro::task<std::string> worker(std::string name, int yields) {
    for (int i = 0; i != yields; ++i) co_await coro::yield();
    coro::println("{} ends", name);
    if (name == "fails") throw std::invalid_argument(name);
    co_return name;
}

coro::task<> look(const std::vector<coro::task_handle<std::string>>& tasks, int pause) {
    for (auto& next : coro::as_completed(tasks)) {
        const auto [index, result] = co_await next;
        if (result.has_value())
            coro::println("got {}", result.value());
        else if (result.was_cancelled())
            coro::println("got a cancelled one");
        else
            coro::println("got the error {}", coro::message_of(result.error()));
        for (int i = 0; i != pause; ++i) co_await coro::yield();
    }
    coro::println("got all");
}

coro::task<> start() {
    for (const int pause : {0, 5}) {
        const auto tick = coro::create_task(parity::ticker("tick", 14));
        std::vector<coro::task_handle<std::string>> tasks;
        tasks.push_back(coro::create_task(worker("slow", 6)));
        tasks.push_back(coro::create_task(worker("fast", 1)));
        tasks.push_back(coro::create_task(worker("fails", 3)));
        tasks.push_back(coro::create_task(worker("also", 3)));
        tasks.push_back(coro::create_task(worker("stopped", 9)));
        tasks[4].cancel();
        co_await look(tasks, pause);
        co_await tick;
    }
    // It only looks on: left early, the others run on.
    std::vector<coro::task_handle<std::string>> tasks;
    tasks.push_back(coro::create_task(worker("one", 1)));
    tasks.push_back(coro::create_task(worker("two", 3)));
    for (auto& next : coro::as_completed(tasks)) {
        const auto [index, result] = co_await next;
        coro::println("main got {} and leaves", result.value());
        break;
    }
    const std::string& last = co_await tasks[1];
    coro::println("main got {}", last);
}

const parity::program program("as_completed_order", [] { parity::run(start()); });

}  // namespace
