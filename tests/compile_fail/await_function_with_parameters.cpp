// The call is forgotten, with its arguments.
// expect: a function cannot be awaited, only what it returns. Did you forget to call it: co_await
// f()?

#include "coro/coro.hpp"

coro::task<> step(int number);

coro::task<> both() {
#ifdef MISTAKE
    co_await step;
#else
    co_await step(1);
#endif
}
