// race owns its tasks; these would stay behind.
// expect: race owns its tasks: write race(f(), std::move(task))
// expect: race owns its tasks: write race(std::move(tasks))

#include "coro/coro.hpp"

coro::task<int> step();

coro::task<> both(std::vector<coro::task<int>> tasks) {
    auto kept = step();
#ifdef MISTAKE
    co_await coro::race(kept, step());
    co_await coro::race(tasks);
#else
    co_await coro::race(std::move(kept), step());
    co_await coro::race(std::move(tasks));
#endif
}
