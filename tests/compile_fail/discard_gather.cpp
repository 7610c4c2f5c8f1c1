// A gather that nobody awaits starts nothing.
// expect: co_await coro::gather(...)

#include "coro/coro.hpp"

coro::task<> step();

coro::task<> both() {
#ifdef MISTAKE
    coro::gather(step(), step());
#else
    co_await coro::gather(step(), step());
#endif
    co_return;
}
