// A body that is an ordinary function, not a coroutine.
// expect: the body of a group is a coroutine that takes the group by reference: auto body = [&](

#include "coro/coro.hpp"

coro::task<> step();

coro::task<> both() {
#ifdef MISTAKE
    auto body = [](coro::task_group& group) {
        group.start(step());
    };
#else
    auto body = [](coro::task_group& group) -> coro::task<> {
        group.start(step());
        co_return;
    };
#endif
    co_await coro::with_task_group(body);
}
