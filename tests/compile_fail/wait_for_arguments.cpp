// A limit without a unit, a coroutine that was not called, a task that is kept.
// expect: wait_for takes the task first, and then a duration with its unit: wait_for(f(), 2s)
// expect: wait_for takes a task or a handle. Did you forget to call the coroutine
// expect: wait_for owns its task: write wait_for(std::move(task), 2s)

#include "coro/coro.hpp"

using namespace std::chrono_literals;

coro::task<> step();

coro::task<> both() {
    auto kept = step();
#ifdef MISTAKE
    co_await coro::wait_for(step(), 2);
    co_await coro::wait_for(step, 2s);
    co_await coro::wait_for(kept, 2s);
#else
    co_await coro::wait_for(step(), 2s);
    co_await coro::wait_for(std::move(kept), 2s);
#endif
    co_return;
}
