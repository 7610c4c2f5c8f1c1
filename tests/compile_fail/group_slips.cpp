// A lambda without a name is gone while its coroutine still uses what it captured; a
// body must be a coroutine; start() takes what a coroutine returns; and a group as in
// Python, in a variable, could not wait for its tasks.
// expect: give the body of the group a name
// expect: the body of a group is a coroutine that takes the group by reference: auto body = [&](
// expect: a group starts tasks. Did you forget to call the coroutine: group.start(f())?
// expect: a group cannot join its tasks in a destructor. It is made by with_task_group:

#include "coro/coro.hpp"

coro::task<> step(int);

coro::task<> both(int number) {
    auto body = [&](coro::task_group& group) -> coro::task<> {
        group.start(step(number));
        co_return;
    };
#ifdef MISTAKE
    co_await coro::with_task_group([&](coro::task_group& group) -> coro::task<> {
        group.start(step(number));
        co_return;
    });
    auto no_coroutine = [&](coro::task_group& group) {
        group.start(step);
    };
    co_await coro::with_task_group(no_coroutine);
    coro::task_group group;
#else
    co_await coro::with_task_group(body);
#endif
}
