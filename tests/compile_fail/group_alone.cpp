// Written as in Python: but no destructor can wait for the tasks.
// expect: a group cannot join its tasks in a destructor. It is made by with_task_group:

#include "coro/coro.hpp"

coro::task<> step();

coro::task<> body(coro::task_group& group) {
    group.start(step());
    co_return;
}

coro::task<> both() {
#ifdef MISTAKE
    coro::task_group group;
    group.start(step());
#else
    co_await coro::with_task_group(body);
#endif
    co_return;
}
