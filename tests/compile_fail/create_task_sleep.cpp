// An awaiter is not a coroutine, so it cannot become a task.
// expect: create_task takes a task

#include "coro/coro.hpp"

using namespace std::chrono_literals;

coro::task<> a_second() {
    co_await coro::sleep(1s);
}

coro::task<> both() {
#ifdef MISTAKE
    coro::create_task(coro::sleep(1s));
#else
    coro::create_task(a_second());
#endif
    co_return;
}
