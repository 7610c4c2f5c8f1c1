// A task is printed.
#include "coro/coro.hpp"

coro::task<int> add(int a, int b);

// [part]
coro::task<> async_main() {
    auto sum = add(1, 2);
    coro::println("{}", sum);
    co_return;
}
// [end]
