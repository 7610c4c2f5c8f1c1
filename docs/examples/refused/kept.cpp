// Tasks that gather is to own are kept.
#include "coro/coro.hpp"

// [part]
coro::task<> all(std::vector<coro::task<>> tasks) {
    co_await coro::gather(tasks);
}
// [end]
