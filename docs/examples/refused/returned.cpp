// return in the place of co_return.
#include "coro/coro.hpp"

// [part]
coro::task<int> add(int a, int b) {
    return a + b;
}
// [end]
