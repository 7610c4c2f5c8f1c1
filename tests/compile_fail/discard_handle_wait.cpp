// A handle stands alone where it was to be awaited.
// expect g++: statement has no effect
// expect clang: expression result unused

#include "coro/coro.hpp"

coro::task<> both(coro::task_handle<> running) {
#ifdef MISTAKE
    running;
#else
    co_await running;
#endif
    co_return;
}
