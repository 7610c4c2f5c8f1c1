// An awaiter is known by its address, and cannot be copied.
// expect: an operation in it is known by its address

#include "coro/coro.hpp"

using namespace std::chrono_literals;

coro::task<> both() {
    auto pause = coro::sleep(1s);
#ifdef MISTAKE
    auto again = pause;
#else
    auto again = coro::sleep(1s);
#endif
    co_await pause;
    co_await again;
}
