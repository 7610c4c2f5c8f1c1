// A coroutine that was only called has no handle yet.
// expect: shield takes the handle of a task that runs: auto h = coro::create_task(f())

#include "coro/coro.hpp"

coro::task<> step();

coro::task<> both() {
#ifdef MISTAKE
    co_await coro::shield(step());
#else
    const auto running = coro::create_task(step());
    co_await coro::shield(running);
#endif
}
