// As in an ordinary function, return gives the value.
// expect: a coroutine gives its result by co_return

#include "coro/coro.hpp"

coro::task<int> number() {
#ifdef MISTAKE
    return 1;
#else
    co_return 1;
#endif
}
