// The same for a vector.
// expect: co_await coro::gather(...)

#include "coro/coro.hpp"

coro::task<> all(std::vector<coro::task<int>> tasks) {
#ifdef MISTAKE
    coro::gather(std::move(tasks));
#else
    co_await coro::gather(std::move(tasks));
#endif
    co_return;
}
