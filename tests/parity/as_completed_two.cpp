// Two look on at the same tasks; the twin of as_completed_two.py.

#include "parity.hpp"

#include <vector>

namespace {

using handles = std::vector<coro::task_handle<std::string>>;

coro::task<std::string> worker(std::string name, int yields) {
    for (int i = 0; i != yields; ++i) co_await coro::yield();
    coro::println("{} ends", name);
    co_return name;
}

coro::task<> look(std::string name, handles tasks, int first_yields) {
    for (int i = 0; i != first_yields; ++i) co_await coro::yield();
    coro::println("{} looks", name);
    for (auto& next : coro::as_completed(tasks)) {
        const auto [index, result] = co_await next;
        coro::println("{} got {}", name, result.value());
    }
}

coro::task<> start() {
    const auto tick = coro::create_task(parity::ticker("tick", 10));
    handles tasks;
    tasks.push_back(coro::create_task(worker("slow", 6)));
    tasks.push_back(coro::create_task(worker("fast", 3)));
    tasks.push_back(coro::create_task(worker("middle", 4)));
    std::vector<coro::task_handle<>> looking;
    looking.push_back(coro::create_task(look("one", tasks, 0)));
    looking.push_back(coro::create_task(look("two", tasks, 0)));
    looking.push_back(coro::create_task(look("late", tasks, 2)));
    for (const auto& each : looking) co_await each;
    co_await tick;
}

const parity::program program("as_completed_two", [] { parity::run(start()); });

}  // namespace
