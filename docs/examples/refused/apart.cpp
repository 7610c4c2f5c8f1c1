// The results of a gather that is not awaited.
#include "coro/coro.hpp"

coro::task<int> add(int a, int b);

// [part]
coro::task<> async_main() {
    auto [a, b] = coro::gather(add(1, 2), add(3, 4));
    coro::println("{} {}", a, b);
    co_return;
}
// [end]
