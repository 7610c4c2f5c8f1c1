// main is not a coroutine; run() is the way in.
// expect: cannot be used in the 'main' function

#include "coro/coro.hpp"

coro::task<> step();

int main() {
#ifdef MISTAKE
    co_await step();
#else
    coro::run(step());
#endif
}
