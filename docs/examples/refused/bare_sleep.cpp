// The sleep of POSIX is awaited.
#include "coro/coro.hpp"

#include <unistd.h>

// [part]
coro::task<> async_main() {
    co_await sleep(1);
}
// [end]
