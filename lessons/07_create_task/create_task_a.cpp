// Both waits are tasks now. Why does this still take three seconds?
//
// `gather` started two coroutines and waited for both in one line.
// Often a program wants to start one now and ask for its result
// much later. That is what `create_task` is for, and what follows
// is the way it is most often misused.
#include "lesson.hpp"

using namespace std::chrono_literals;

lesson::stopwatch watch;

// The two from the lesson before, which now say when they begin.
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

// Calling `add_a(1, 2)` runs nothing. It makes the coroutine, which
// lies there until somebody awaits it or hands it to
// `coro::create_task`. That makes a *task* of it, something the
// loop runs by itself, next to whoever made it. We get a *handle*,
// of the type `coro::task_handle<int>`: by it we can wait for the
// task and read its result.
coro::task<> async_main() {
    watch.restart();
    auto a = coro::create_task(add_a(1, 2));  // (1)

    // Here is the mistake. `co_await a` suspends `async_main` until
    // `add_a` has ended. Nobody makes the second task in that
    // second; it does not exist yet when the first one is over.
    const int first = co_await a;             // (2)
    auto b = coro::create_task(add_b(1, 2));  // (3)
    const int second = co_await b;            // (4)
    lesson::say("{} {} after {:.3f} s", first, second,
                watch.elapsed());
}

int main() {
    coro::run(async_main());
}

// It took 3.000 s: the sum, as in the very first lesson, and its
// lines say the same. A task that is awaited at once is nothing but
// a slower way to write `co_await add_a(1, 2)`.
//
// To try: move one line, so that it takes two seconds. Part b has
// the answer.
