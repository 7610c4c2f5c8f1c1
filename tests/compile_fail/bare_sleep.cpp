// Under `using namespace coro` a bare sleep(1) is still the one of POSIX, which
// holds the thread and returns a number.
// expect: a duration has a unit

#include "coro/coro.hpp"

#include <unistd.h>

using namespace coro;
using namespace std::chrono_literals;

task<> a_second() {
#ifdef MISTAKE
    co_await sleep(1);
#else
    co_await coro::sleep(1s);
#endif
}
