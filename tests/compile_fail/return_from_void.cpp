// A task without a result returns one.
// expect g++: return_value
// expect clang: return_value

#include "coro/coro.hpp"

coro::task<> nothing() {
#ifdef MISTAKE
    co_return 1;
#else
    co_return;
#endif
}
