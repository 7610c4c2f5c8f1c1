// wait and as_completed only look on: they start nothing, and take no arguments one by
// one as gather does. A time limit is an option. And results that can only be moved
// cannot be copied out of handles that keep them.
// expect: wait looks on at tasks that run, and takes a vector of their handles
// expect: as_completed looks on at tasks that run, and takes a vector of their handles
// expect: wait takes options: coro::wait(handles, {.timeout = 2s})
// expect: as_completed copies results, and these can only be moved: write
// expect: as_completed(std::move(handles))

#include "coro/coro.hpp"

#include <memory>

using namespace std::chrono_literals;

coro::task<int> step();

coro::task<> both(std::vector<coro::task<int>> tasks,
                  std::vector<coro::task_handle<std::unique_ptr<int>>> movable) {
#ifdef MISTAKE
    co_await coro::wait(tasks);
    coro::as_completed(step(), step());
    co_await coro::wait(movable, 2s);
    auto range = coro::as_completed(movable);
#else
    std::vector<coro::task_handle<int>> handles;
    for (auto& task : tasks) handles.push_back(coro::create_task(std::move(task)));
    co_await coro::wait(handles, {.timeout = 2s});
    for (auto& next : coro::as_completed(handles)) co_await next;
    auto range = coro::as_completed(std::move(movable));
#endif
    for (auto& next : range) co_await next;
}
