// The result of an ordinary function is awaited.
// expect: a number cannot be awaited

#include "coro/coro.hpp"

int plain();

coro::task<int> twice() {
#ifdef MISTAKE
    co_return co_await plain() * 2;
#else
    co_return plain() * 2;
#endif
}
