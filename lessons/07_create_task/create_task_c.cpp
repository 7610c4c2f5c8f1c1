// Nobody awaits these two tasks. Do they still run to their end?
//
// The walkthrough's tip has a second half: check on the task before
// your function ends. Here is a program that does not.
#include "lesson.hpp"

using namespace std::chrono_literals;

lesson::stopwatch watch;

// Watch which of their four lines are printed.
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

// The loop owns the tasks. A handle is for those who want to await
// them; here nobody has one, and both tasks run. (In Python do keep
// it. asyncio holds a task so loosely that one nobody else holds
// may be gone in the middle.)
//
// The name, "add_a", is for people: reports use it.
coro::task<> async_main() {
    watch.restart();
    coro::create_task(add_a(1, 2), "add_a");  // (1)
    coro::create_task(add_b(1, 2), "add_b");  // (2)
    co_await coro::sleep(500ms);
    lesson::say("main leaves  at {:.3f}", watch.elapsed());  // (3)
}

// But the loop lives only as long as `async_main`. When that ends,
// `run` does not wait for the others: it *cancels* them, each where
// it is suspended. They clean up and are gone.
int main() {
    coro::run(async_main());  // (4)
    lesson::say("run returned at {:.3f}", watch.elapsed());
}

// Both have begun, neither has ended, and no sum was computed.
// asyncio does not say a word about that. Here a *report*, on
// standard error, tells of each task where it was created, in which
// line it waits, and what for.
//
// To try: keep the handle of `add_a`, and await it before
// `async_main` ends. Which is reported now, and at what time?
