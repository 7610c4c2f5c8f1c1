// A task runs once, so there is only one of it.
// expect: a task runs once: give it away by std::move

#include "coro/coro.hpp"

coro::task<> step();

void both() {
    auto one = step();
#ifdef MISTAKE
    auto two = one;
#else
    auto two = std::move(one);
#endif
}
