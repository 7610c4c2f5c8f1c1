// An event is not awaited itself.
// expect: this is not awaited itself, but what a call of it gives: co_await ready.wait()

#include "coro/coro.hpp"

coro::task<> both(coro::event& ready, coro::mutex& lock, coro::semaphore& limit,
                  coro::queue<int>& queue) {
#ifdef MISTAKE
    co_await ready;
    co_await lock;
    co_await limit;
    co_await queue;
#else
    co_await ready.wait();
    const auto guard = co_await lock.lock();
    const auto permit = co_await limit.acquire();
    const int value = co_await queue.get();
    coro::println("{}", value);
#endif
}
