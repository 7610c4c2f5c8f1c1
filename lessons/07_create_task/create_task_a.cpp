// Two tasks, each awaited. Why does it take three seconds again?
//
// `gather` starts coroutines and waits for them, all in one line.
// Often we want to start something, do other things, and ask for
// its result later. That is what `create_task` is for. Here is how
// it is most often misused.
#include "lesson.hpp"

using namespace std::chrono_literals;

lesson::stopwatch watch;

// The two from `gather`. They now say when they begin, too.
coro::task<int> add_a(int a, int b) {
    lesson::say("add_a begins at {:.3f}", watch.elapsed());
    co_await coro::sleep(1s);
    lesson::say("add_a ends   at {:.3f}", watch.elapsed());
    co_return a + b;
}

coro::task<int> add_b(int a, int b) {
    lesson::say("add_b begins at {:.3f}", watch.elapsed());
    co_await coro::sleep(2s);
    lesson::say("add_b ends   at {:.3f}", watch.elapsed());
    co_return a + b;
}

// The call `add_a(1, 2)` runs nothing. It makes a coroutine, which
// lies there until someone awaits it or gives it to
// `coro::create_task`. That makes a *task* of it: something the
// loop runs on its own, beside whoever made it. (So a `coro::task`
// is not yet a task.) We get a *handle*,
// a `coro::task_handle<int>`, by which to wait for the task and
// read its result.
coro::task<> async_main() {
    watch.restart();
    auto a = coro::create_task(add_a(1, 2));  // (1)

    // Here is the mistake. `co_await a` suspends `async_main` until
    // `add_a` has ended, and only `async_main` can make the second
    // task. So there is no second task while the first one waits.
    const int first = co_await a;             // (2)
    auto b = coro::create_task(add_b(1, 2));  // (3)
    const int second = co_await b;            // (4)
    lesson::say("{} {} after {:.3f} s", first, second,
                watch.elapsed());
}

int main() {
    coro::run(async_main());
}

// 3.000 s, as in the very first lesson, and line by line the same.
// A task that is awaited at once is a longer way to write
// `co_await add_a(1, 2)`: nothing runs beside it.
//
// To try: move one line, and make it take two seconds. The answer
// is part b.
