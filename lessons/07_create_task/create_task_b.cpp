// Which line had to move? And when does a task begin to run?
//
// Line (2) has moved, behind (3): make both tasks, then wait.
#include "lesson.hpp"

using namespace std::chrono_literals;

lesson::stopwatch watch;

// Nothing has changed in these two.
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

// `create_task` does not run the task. It puts it at the end of the
// *ready queue*, the line of those whom the loop will run next, and
// returns. That is why "both created" is printed first:
// `async_main` keeps the thread until it suspends.
coro::task<> async_main() {
    watch.restart();
    auto a = coro::create_task(add_a(1, 2));  // (1)
    auto b = coro::create_task(add_b(1, 2));  // (3)
    lesson::say("both created at {:.3f}", watch.elapsed());

    // Here it suspends, and both tasks begin, at 0.000. They wait
    // side by side. At 1.000 `a` has ended: who awaits its handle
    // goes to the end of the ready queue, behind those who are
    // ready already. Then `async_main` waits for `b`, one second
    // more.
    const int first = co_await a;   // (2)
    const int second = co_await b;  // (4)
    lesson::say("{} {} after {:.3f} s", first, second,
                watch.elapsed());
}

int main() {
    coro::run(async_main());
}

// 2.000 s instead of 3.000 s. No work has become faster; the waits
// overlap. It is the walkthrough's first tip: create the task
// early, await it late.
//
// To try: swap (2) and (4). Does the total change? Do the results?
// Then take a look at part c, where nobody awaits.
