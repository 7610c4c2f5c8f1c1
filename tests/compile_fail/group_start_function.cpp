// The parentheses of a call are forgotten, in a group.
// expect: a group starts tasks. Did you forget to call the coroutine: group.start(f())?

#include "coro/coro.hpp"

coro::task<> step();

coro::task<> body(coro::task_group& group) {
#ifdef MISTAKE
    group.start(step);
#else
    group.start(step());
#endif
    co_return;
}
