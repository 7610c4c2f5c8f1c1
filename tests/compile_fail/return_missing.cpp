// The value is missing: on one way through a coroutine, which g++ does not see, and in
// one that is none, since nothing in it waits or returns.
// expect clang: non-void coroutine does not return a value in all control paths
// expect clang: non-void function does not return a value
// expect g++: no return statement in function returning non-void

#include "coro/coro.hpp"

coro::task<int> number(bool known) {
#ifdef MISTAKE
    if (known) co_return 1;
#else
    co_return known ? 1 : 2;
#endif
}

coro::task<> nothing() {
#ifndef MISTAKE
    co_return;
#endif
}
