// A lambda without a name is gone while its coroutine still uses what it captured.
// expect: give the body of the group a name

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
#else
    co_await coro::with_task_group(body);
#endif
}
