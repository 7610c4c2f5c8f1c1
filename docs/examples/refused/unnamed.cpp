// A permit without a name. Only clang says so.
#include "coro/coro.hpp"

// [part]
coro::task<> fetch(coro::semaphore& limit) {
    co_await limit.acquire();
    co_await coro::yield();  // nothing is held here
}
// [end]
