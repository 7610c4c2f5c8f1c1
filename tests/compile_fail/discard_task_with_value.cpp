// The same outside of a coroutine, for a task with a result.
// expect: a task does nothing until it is awaited: write co_await f(), or start it with
// coro::create_task(f())

#include "coro/coro.hpp"

coro::task<int> step();

int main() {
#ifdef MISTAKE
    step();
#else
    coro::run(step());
#endif
}
