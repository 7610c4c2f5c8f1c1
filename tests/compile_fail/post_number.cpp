// What is posted is called later; the result of a call cannot be.
// expect: post() needs a function to call: f()

#include "coro/coro.hpp"

int step();

coro::task<> both() {
    const coro::remote door;
#ifdef MISTAKE
    door.post(step());
#else
    door.post(step);
#endif
    co_return;
}
