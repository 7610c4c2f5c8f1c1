// What does nothing unless it is awaited, or gone through; and a lock and a permit
// that are given back at once, since nobody keeps them. (The last two g++ 12 does not
// see.)
// expect: co_await coro::wait(handles)
// expect: for (auto& next : coro::as_completed(handles))
// expect: co_await coro::shield(handle)
// expect: co_await coro::race(...)
// expect: co_await ready.wait()
// expect: co_await q.put(value)
// expect: auto value = co_await q.get()
// expect: auto guard = co_await m.lock()
// expect: auto permit = co_await limit.acquire()
// expect clang: without a name the guard unlocks at once: auto guard = co_await m.lock()
// expect clang: without a name the permit is given back at once

#include "coro/coro.hpp"

using handles = std::vector<coro::task_handle<int>>;

coro::task<int> step();

coro::task<> both(handles running, coro::event& ready, coro::queue<int>& queue, coro::mutex& lock,
                  coro::semaphore& limit) {
#ifdef MISTAKE
    coro::wait(running);
    coro::as_completed(running);
    coro::shield(running[0]);
    coro::race(step(), step());
    ready.wait();
    queue.put(1);
    queue.get();
    lock.lock();
    limit.acquire();
    co_await lock.lock();
    co_await limit.acquire();
#else
    co_await coro::wait(running);
    for (auto& next : coro::as_completed(running)) co_await next;
    co_await coro::shield(running[0]);
    co_await coro::race(step(), step());
    co_await ready.wait();
    co_await queue.put(1);
    const int value = co_await queue.get();
    coro::println("{}", value);
    const auto guard = co_await lock.lock();
    const auto permit = co_await limit.acquire();
#endif
}
