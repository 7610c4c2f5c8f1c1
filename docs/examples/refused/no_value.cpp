// A coroutine that is to give a value ends without.
#include "coro/coro.hpp"

// [part]
coro::task<int> add(int a, int b) {
    co_await coro::yield();
    coro::println("{}", a + b);
}
// [end]
