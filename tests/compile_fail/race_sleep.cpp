// A race against time; but an awaiter is not a task.
// expect: race takes tasks and task handles. Did you forget to call a coroutine: race(f(), g())?
// expect: To race against a sleep, put it into a coroutine

#include "coro/coro.hpp"

using namespace std::chrono_literals;

coro::task<> step();

coro::task<> a_second() {
    co_await coro::sleep(1s);
}

coro::task<> both() {
#ifdef MISTAKE
    co_await coro::race(step(), coro::sleep(1s));
#else
    co_await coro::race(step(), a_second());
#endif
}
