// A lock and a permit that nobody awaits, and such as are given back at once, since
// nobody keeps them. The second g++ 12 does not see.
// expect: auto guard = co_await m.lock()
// expect: auto permit = co_await limit.acquire()
// expect clang: without a name the guard unlocks at once: auto guard = co_await m.lock()
// expect clang: without a name the permit is given back at once

#include "coro/coro.hpp"

coro::task<> both(coro::mutex& lock, coro::semaphore& limit) {
#ifdef MISTAKE
    lock.lock();
    limit.acquire();
    co_await lock.lock();
    co_await limit.acquire();
#else
    const auto guard = co_await lock.lock();
    const auto permit = co_await limit.acquire();
#endif
}
