// gather owns its children; this one would stay behind.
// expect: gather owns its tasks: write gather(f(), std::move(task))

#include "coro/coro.hpp"

coro::task<int> step();

coro::task<> both() {
    auto kept = step();
#ifdef MISTAKE
    co_await coro::gather(kept, step());
#else
    co_await coro::gather(std::move(kept), step());
#endif
}
