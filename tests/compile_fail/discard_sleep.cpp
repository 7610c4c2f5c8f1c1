// A sleep that nobody awaits does not take place.
// expect: co_await coro::sleep(...)

#include "coro/coro.hpp"

using namespace std::chrono_literals;

coro::task<> a_second() {
#ifdef MISTAKE
    coro::sleep(1s);
#else
    co_await coro::sleep(1s);
#endif
    co_return;
}
