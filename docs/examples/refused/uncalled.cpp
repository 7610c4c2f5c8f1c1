// A coroutine is given to run() and not called.
#include "coro/coro.hpp"

coro::task<> async_main();

// [part]
int main() {
    coro::run(async_main);
}
// [end]
