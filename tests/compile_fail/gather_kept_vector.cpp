// The same for a vector of tasks.
// expect: gather owns its tasks: write gather(std::move(tasks))

#include "coro/coro.hpp"

coro::task<> all(std::vector<coro::task<int>> tasks) {
#ifdef MISTAKE
    co_await coro::gather(tasks);
#else
    co_await coro::gather(std::move(tasks));
#endif
}
