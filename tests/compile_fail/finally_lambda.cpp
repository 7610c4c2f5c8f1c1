// The clean-up is a coroutine too.
// expect: finally takes a task and a clean-up, which is a task<> without a value

#include "coro/coro.hpp"

coro::task<> step();

coro::task<> clean_up() {
    coro::println("clean");
    co_return;
}

coro::task<> both() {
#ifdef MISTAKE
    co_await coro::finally(step(), [] { coro::println("clean"); });
#else
    co_await coro::finally(step(), clean_up());
#endif
    co_return;
}
