// Who keeps a task alive, once nobody waits for it?
//
// The walkthrough's tip has a second half: *check on the task
// before your function ends*. Here is a program that does not.
#include "lesson.hpp"

using namespace std::chrono_literals;

lesson::stopwatch watch;

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

// The name in `create_task` is for people: reports call the task by
// it.
//
// The loop owns the tasks. Throw the handles away and both still
// run: in coro, a handle is for asking, not for keeping. (In Python
// keep it: asyncio itself holds a task only weakly, and one that
// nobody holds may be collected in the middle.)
coro::task<> async_main() {
    watch.restart();
    auto a = coro::create_task(add_a(1, 2), "add_a");  // (1)
    auto b = coro::create_task(add_b(1, 2), "add_b");  // (2)
    co_await coro::sleep(500ms);
    lesson::say("main leaves  at {:.3f}", watch.elapsed());  // (3)
}

// But the loop lives only as long as `async_main`. When that ends,
// `run` *cancels* what is left: every task is stopped where it
// waits, cleans up, and is gone. It does not wait two seconds for
// them.
int main() {
    coro::run(async_main());  // (4)
    lesson::say("run returned at {:.3f}", watch.elapsed());
}

// Both began, neither ended, and `3 3` was never computed. asyncio
// says nothing about it. Here a *report* on standard error tells
// for each task where it was created, on which line it waits, and
// what for.
//
// To try: let `async_main` await both before it ends, and see the
// report go. Then await only `a`: which task is reported?
