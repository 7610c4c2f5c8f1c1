// The result of a task is used that nobody has awaited: as a value, in an expression, in
// a condition, printed, taken apart.
// expect: its result is what awaiting it gives: co_await f()
// expect: its result is what awaiting it gives: co_await h
// expect: a task cannot be printed, but what it gives when it is awaited
// expect: the handle of a task cannot be printed, but what it gives when it is awaited
// expect: a task gives its result when it is awaited: auto [a, b] = co_await f()
// expect: this gives its results when it is awaited: a co_await is missing

#include "coro/coro.hpp"

#include <utility>

coro::task<int> step();
coro::task<std::pair<int, int>> two();

coro::task<> both(coro::task_handle<int> running) {
#ifdef MISTAKE
    const int value = step();
    const int sum = step() + 1;
    if (step() == 3) coro::println("three");
    const int other = running;
    coro::println("{} {}", step(), running);
    auto [a, b] = two();
    auto [c, d] = coro::gather(step(), step());
    co_return;
#else
    const int value = co_await step();
    const int more = co_await step();
    const int sum = more + 1;
    if (sum == 3) coro::println("three");
    const int other = co_await running;
    coro::println("{} {}", value, other);
    auto [a, b] = co_await two();
    auto [c, d] = co_await coro::gather(step(), step());
    coro::println("{} {} {} {}", a, b, c, d);
#endif
}
