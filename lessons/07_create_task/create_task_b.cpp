// Which line has to move, and what happens between two lines?
//
// Only (2) has moved, behind (3): first make both tasks, then wait.
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

// `create_task` does not run the task now. It puts it at the end of
// the *ready queue*, the line of those the loop will run next, and
// returns. So "both created" is printed before either of them
// begins: `async_main` keeps the thread until its own next
// `co_await`.
coro::task<> async_main() {
    watch.restart();
    auto a = coro::create_task(add_a(1, 2));  // (1)
    auto b = coro::create_task(add_b(1, 2));  // (3)
    lesson::say("both created at {:.3f}", watch.elapsed());

    // This suspends `async_main`, and both tasks begin, at 0.000.
    // While it waits for `a`, `b` waits as well. At 1.000 it goes
    // on, with one second left to wait for `b`.
    const int first = co_await a;   // (2)
    const int second = co_await b;  // (4)
    lesson::say("{} {} after {:.3f} s", first, second,
                watch.elapsed());
}

int main() {
    coro::run(async_main());
}

// 2.000 s instead of 3.000 s, and no work has become faster: the
// waits overlap. The walkthrough gives this as its first tip:
// create the task early, await it late.
//
// To try: await `b` first. Does the total change, do the results?
// Then take away (2) and (4), and guess what is printed. Part c has
// the answer.
