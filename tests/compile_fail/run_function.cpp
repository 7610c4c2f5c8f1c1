// The coroutine is not called: run() gets a function.
// expect: run takes a task. Did you forget to call the coroutine: coro::run(f())?

#include "coro/coro.hpp"

coro::task<> step();

int main() {
#ifdef MISTAKE
    coro::run(step);
#else
    coro::run(step());
#endif
}
