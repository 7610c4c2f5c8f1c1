// A yield that nobody awaits does not take place.
// expect: co_await coro::yield()

#include "coro/coro.hpp"

coro::task<> a_second() {
#ifdef MISTAKE
    coro::yield();
#else
    co_await coro::yield();
#endif
    co_return;
}
