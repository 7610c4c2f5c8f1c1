// The coroutine is not called: create_task() gets a function.
// expect: create_task takes a task. Did you forget to call the coroutine: coro::create_task(f())?

#include "coro/coro.hpp"

coro::task<> step();

coro::task<> both() {
#ifdef MISTAKE
    coro::create_task(step);
#else
    coro::create_task(step());
#endif
    co_return;
}
