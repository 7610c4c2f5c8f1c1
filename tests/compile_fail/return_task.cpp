// A task is returned where its result was meant.
// expect: Is it a task itself? Its result is auto value = co_await f(); co_return value;

#include "coro/coro.hpp"

coro::task<int> step();

coro::task<int> number() {
#ifdef MISTAKE
    co_return step();
#else
    const int value = co_await step();
    co_return value;
#endif
}
