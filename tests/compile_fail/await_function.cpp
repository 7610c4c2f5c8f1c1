// The parentheses of a call are forgotten.
// expect: a function cannot be awaited, only what it returns. Did you forget to call it: co_await
// f()?

#include "coro/coro.hpp"

coro::task<> step();

coro::task<> both() {
#ifdef MISTAKE
    co_await step;
#else
    co_await step();
#endif
}
