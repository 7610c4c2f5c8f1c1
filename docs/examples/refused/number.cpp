// A task where its result was meant.
#include "coro/coro.hpp"

coro::task<int> add(int a, int b);

// [part]
coro::task<> async_main() {
    const int sum = add(1, 2);
    coro::println("{}", sum);
    co_return;
}
// [end]
