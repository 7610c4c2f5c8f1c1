// A task with a result returns none.
// expect g++: return_void
// expect clang: return_void

#include "coro/coro.hpp"

coro::task<int> number() {
#ifdef MISTAKE
    co_return;
#else
    co_return 1;
#endif
}
