// The parentheses of two calls are forgotten.
// expect: gather takes tasks and task handles

#include "coro/coro.hpp"

coro::task<> step();

coro::task<> both() {
#ifdef MISTAKE
    co_await coro::gather(step, step);
#else
    co_await coro::gather(step(), step());
#endif
}
