// What is given to wait_for, finally and shield: a limit without a unit, a coroutine
// that was not called, a task that is kept, a clean-up that is no coroutine, and a
// task where it takes a handle.
// expect: wait_for takes the task first, and then a duration with its unit: wait_for(f(), 2s)
// expect: wait_for takes a task or a handle. Did you forget to call the coroutine
// expect: wait_for owns its task: write wait_for(std::move(task), 2s)
// expect: finally takes a task and a clean-up, which is a task<> without a value
// expect: shield takes the handle of a task that runs: auto h = coro::create_task(f())

#include "coro/coro.hpp"

using namespace std::chrono_literals;

coro::task<> step();

coro::task<> clean_up() {
    coro::println("clean");
    co_return;
}

coro::task<> both() {
    auto kept = step();
#ifdef MISTAKE
    co_await coro::wait_for(step(), 2);
    co_await coro::wait_for(step, 2s);
    co_await coro::wait_for(kept, 2s);
    co_await coro::finally(step(), [] { coro::println("clean"); });
    co_await coro::shield(step());
#else
    co_await coro::wait_for(step(), 2s);
    co_await coro::wait_for(std::move(kept), 2s);
    co_await coro::finally(step(), clean_up());
    const auto running = coro::create_task(step());
    co_await coro::shield(running);
#endif
}
