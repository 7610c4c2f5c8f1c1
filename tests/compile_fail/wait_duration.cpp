// A time limit of wait is one of its options.
// expect: wait takes options: coro::wait(handles, {.timeout = 2s})

#include "coro/coro.hpp"

using namespace std::chrono_literals;

coro::task<> both(std::vector<coro::task_handle<>> handles) {
#ifdef MISTAKE
    co_await coro::wait(handles, 2s);
#else
    co_await coro::wait(handles, {.timeout = 2s});
#endif
    co_return;
}
