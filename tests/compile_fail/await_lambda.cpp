// A lambda is awaited, not what it returns.
// expect: a function cannot be awaited, only what it returns. Did you forget to call it: co_await
// f()?

#include "coro/coro.hpp"

coro::task<> both() {
    auto step = []() -> coro::task<> {
        co_return;
    };
#ifdef MISTAKE
    co_await step;
#else
    co_await step();
#endif
}
