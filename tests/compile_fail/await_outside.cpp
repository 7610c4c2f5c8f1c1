// co_await in an ordinary function, which cannot wait without its thread.
// expect g++: unable to find the promise type for this coroutine
// expect clang: this function cannot be a coroutine

#include "coro/coro.hpp"

coro::task<> step();

#ifdef MISTAKE
void both() {
#else
coro::task<> both() {
#endif
    co_await step();
}
