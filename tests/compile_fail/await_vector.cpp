// Several tasks are awaited as if they were one.
// expect: several tasks at once are awaited by co_await coro::gather(std::move(tasks))

#include "coro/coro.hpp"

coro::task<> all(std::vector<coro::task<>> tasks) {
#ifdef MISTAKE
    co_await tasks;
#else
    co_await coro::gather(std::move(tasks));
#endif
}
