// A length of time is awaited, as if it were a sleep.
// expect: a duration cannot be awaited. Did you mean co_await coro::sleep(duration)?

#include "coro/coro.hpp"

using namespace std::chrono_literals;

coro::task<> a_second() {
#ifdef MISTAKE
    co_await 1s;
#else
    co_await coro::sleep(1s);
#endif
}
