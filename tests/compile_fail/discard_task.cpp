// A coroutine is called and nothing more, so none of it runs. A handle may be
// dropped: its task runs on.
// expect: a task does nothing until it is awaited: write co_await f(), or start it with
// coro::create_task(f())

#include "coro/coro.hpp"

coro::task<> step();

coro::task<> both() {
#ifdef MISTAKE
    step();
#else
    coro::create_task(step());
#endif
    co_return;
}
