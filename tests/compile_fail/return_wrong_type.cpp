// What is returned does not convert to the task's result.
// expect: co_return: this value does not convert to the result of the task

#include "coro/coro.hpp"

coro::task<int> number() {
#ifdef MISTAKE
    co_return "one";
#else
    co_return 1;
#endif
}
