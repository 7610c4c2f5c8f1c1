// Who runs, and who is there; the twin of task_names.py. (Without a name a task is
// called "task-7" here, and "Task-7" in asyncio; and main is "main" here.)

#include "parity.hpp"

#include <algorithm>
#include <vector>

namespace {

coro::task<> inside(std::string what) {
    coro::println("{} runs in {}", what, coro::current_task().name());
    co_await coro::yield();
}

coro::task<> worker(int yields) {
    co_await inside("a child");
    for (int i = 0; i != yields; ++i) co_await coro::yield();
}

coro::task<> inside_named() {
    const auto task = coro::create_task(worker(0), "of a task");
    co_await task;
}

std::string all_names() {
    std::vector<std::string> names;
    for (const auto& task : coro::all_tasks())
        if (task != coro::current_task()) names.push_back(task.name());
    std::sort(names.begin(), names.end());
    std::string all;
    for (const auto& name : names) all += (all.empty() ? "" : ", ") + name;
    return all;
}

coro::task<> start() {
    coro::println("alone: {}", all_names());
    const auto task = coro::create_task(worker(1), "brief");
    const auto named = coro::create_task(worker(3), "long");
    coro::println("before they start: {}", all_names());
    co_await coro::gather(task, inside_named());
    coro::println("one has ended: {}", all_names());
    coro::println("its name remains: {}", task.name());
    co_await named;
    coro::println("all have ended: {}", all_names());
}

const parity::program program("task_names", [] { parity::run(start()); });

}  // namespace
