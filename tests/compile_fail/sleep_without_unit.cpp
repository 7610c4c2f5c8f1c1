// As in Python, a number of seconds; in C++ the unit is part of the type.
// expect: a duration has a unit: coro::sleep(1s), coro::sleep(100ms)

#include "coro/coro.hpp"

using namespace std::chrono_literals;

coro::task<> a_second() {
#ifdef MISTAKE
    co_await coro::sleep(1);
#else
    co_await coro::sleep(1s);
#endif
}
