// wait and as_completed only look on: they start nothing, and take no arguments one
// by one as gather does.
// expect: wait looks on at tasks that run, and takes a vector of their handles
// expect: as_completed looks on at tasks that run, and takes a vector of their handles

#include "coro/coro.hpp"

coro::task<int> step();

coro::task<> both(std::vector<coro::task<int>> tasks) {
#ifdef MISTAKE
    co_await coro::wait(tasks);
    coro::as_completed(step(), step());
#else
    std::vector<coro::task_handle<int>> handles;
    for (auto& task : tasks) handles.push_back(coro::create_task(std::move(task)));
    co_await coro::wait(handles);
    for (auto& next : coro::as_completed(handles)) co_await next;
#endif
    co_return;
}
