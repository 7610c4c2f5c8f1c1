// Can two waits happen at the same time, on a single thread?
//
// In `blocking`, `add_a` and `add_b` took three seconds: each kept
// the thread while it waited. Here they give it away meanwhile.
#include "lesson.hpp"

using namespace std::chrono_literals;

lesson::stopwatch watch;

// A *coroutine* is a function that can stop in the middle and go on
// later: one with `co_await` in it, or `co_return`, its `return`.
// A call of it gives a `coro::task<int>`, if the result is an
// `int`, and a `coro::task<>` if there is none.
//
// `co_await` marks a place where it may stop. `coro::sleep` does
// not hold the thread. It asks the *event loop*, the part of our
// library that decides who runs next, to be woken in a second, and
// the coroutine is *suspended*: the thread can run another one.
// After that second the loop *resumes* it, behind the `co_await`.
coro::task<int> add_a(int a, int b) {  // (1)
    co_await coro::sleep(1s);          // (2)
    lesson::say("add_a ends at {:.3f}", watch.elapsed());
    co_return a + b;  // (3)
}

coro::task<int> add_b(int a, int b) {
    co_await coro::sleep(2s);
    lesson::say("add_b ends at {:.3f}", watch.elapsed());
    co_return a + b;
}

// For the third experiment: a coroutine that waits as functions do.
// (Without its `co_return` it would be an ordinary function.)
coro::task<> hold(std::chrono::seconds time) {
    lesson::block_for(time);  // (4)
    co_return;
}

// `coro::gather` starts all that it is given and waits until all
// have ended. `auto [a, b]` names the two results. The total is
// the *longest* wait, not the sum: 2.000.
coro::task<> async_main() {
    watch.restart();
    auto [a, b] =
        co_await coro::gather(add_a(1, 2), add_b(1, 2));  // (5)
    lesson::say("{} {} after {:.3f} s", a, b, watch.elapsed());

    // The results come in the order of the *arguments*, whoever
    // ends first: `add_a` is done a second earlier, its 3 still
    // comes last.
    watch.restart();
    auto [c, d] =
        co_await coro::gather(add_b(10, 20), add_a(1, 2));  // (6)
    lesson::say("{} {} after {:.3f} s", c, d, watch.elapsed());

    // Is that *parallel*, two things in the same moment? Then this
    // would take 2.000 as well. It takes 3.000: there is one
    // thread, and one coroutine on it at a time. Waits overlap,
    // nothing else does. The word for that is *concurrent*. (A
    // *report*, on standard error, tells who held the thread, by
    // the clock of `run`. task-6 is the sixth coroutine it runs.)
    watch.restart();
    co_await coro::gather(hold(1s), hold(2s));  // (7)
    lesson::say("held the thread {:.3f} s", watch.elapsed());
}

// `coro::run` makes an event loop and returns when `async_main`
// ends.
int main() {
    coro::run(async_main());  // (8)
}

// The walkthrough's figures are 3.010 s in turn and 2.004 s with
// `gather`, which it calls parallel. Ours on the same work: 3.000 s
// and 2.000 s, in Python 2.002 s. One reason is that its loop
// rounds a wait up to whole milliseconds; ours has nanoseconds.
//
// To try: gather three of `add_a`. Guess the total first.
