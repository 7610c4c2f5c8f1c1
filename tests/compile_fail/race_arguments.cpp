// A race against time, but an awaiter is not a task; and tasks that would stay behind,
// since race owns those it runs.
// expect: race takes tasks and task handles. Did you forget to call a coroutine: race(f(), g())?
// expect: To race against a sleep, put it into a coroutine
// expect: race owns its tasks: write race(f(), std::move(task))
// expect: race owns its tasks: write race(std::move(tasks))

#include "coro/coro.hpp"

using namespace std::chrono_literals;

coro::task<int> step();

coro::task<> a_second() {
    co_await coro::sleep(1s);
}

coro::task<> both(std::vector<coro::task<int>> tasks) {
    auto kept = step();
#ifdef MISTAKE
    co_await coro::race(step(), coro::sleep(1s));
    co_await coro::race(kept, step());
    co_await coro::race(tasks);
#else
    co_await coro::race(step(), a_second());
    co_await coro::race(std::move(kept), step());
    co_await coro::race(std::move(tasks));
#endif
}
