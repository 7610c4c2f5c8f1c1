// A coroutine that is called and nothing more.
#include "coro/coro.hpp"

coro::task<> step();

// [part]
coro::task<> async_main() {
    step();
    co_return;
}
// [end]
