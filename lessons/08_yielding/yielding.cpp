// Two coroutines that only compute: when does the other one run?
//
// A `sleep` suspends, as there is something to wait for. Here A and
// B have nothing to wait for. Each has three steps of work to do.
#include "lesson.hpp"

using namespace std::chrono_literals;

lesson::stopwatch watch;
std::string order;

// `lesson::burn_cpu` computes for 10 ms, as real work would. Then
// the step writes down its name, like `A0`. It waits for nothing.
coro::task<> step(char who, int i) {
    lesson::burn_cpu(10ms);  // (1)
    order += fmt::format("{}{} ", who, i);
    co_return;
}

// Does every `co_await` let others run? No. It runs `step` at once,
// like a call, and suspends only where there is something to wait
// for. There is nothing, so A keeps the thread to its end:
// `A0 A1 A2 B0 B1 B2`.
coro::task<> only_await(char who) {
    for (int i = 0; i < 3; ++i) {
        co_await step(who, i);  // (2)
    }
}

// `coro::yield` is the exception: nothing to wait for, and still it
// suspends. It steps to the end of the ready queue, behind all.
coro::task<> with_yield(char who) {
    for (int i = 0; i < 3; ++i) {
        co_await step(who, i);
        co_await coro::yield();
    }
}

// A `sleep` of zero does the same. It is the only way to write it
// in Python, and the walkthrough's second tip.
coro::task<> with_sleep(char who) {
    for (int i = 0; i < 3; ++i) {
        co_await step(who, i);
        co_await coro::sleep(0s);  // (3)
    }
}

coro::task<> async_main() {
    watch.restart();
    co_await coro::gather(only_await('A'), only_await('B'));  // (4)
    lesson::say("await {}{:.3f} s", order, watch.elapsed());

    // Now they take turns: `A0 B0 A1 B1 A2 B2`. Six steps of 10 ms
    // are still 0.060 s, or more on a machine that is busy: taking
    // turns is *fair*, not faster, and `sleep(0)` does not wait.
    order.clear();
    watch.restart();
    co_await coro::gather(with_yield('A'), with_sleep('B'));  // (5)
    lesson::say("yield {}{:.3f} s", order, watch.elapsed());

    // What does a turn cost, when there is nobody to give it to?
    watch.restart();
    for (int i = 0; i < 100'000; ++i) {
        co_await coro::yield();  // (6)
    }
    const double each = watch.elapsed() / 100'000 * 1e9;
    lesson::measured("one yield: {:.0f} ns", each);
}

int main() {
    coro::run(async_main());
}

// About 45 ns on our machine (15 with `CORO_DEBUG=0`: a lesson
// looks out for slow steps), in Python 6000: little beside 10 ms
// of work, much beside an addition. But never yield in a loop
// *until* something happens: it keeps a processor busy to see that
// nothing has changed. Await the thing itself.
//
// To try: let only A yield. Guess the order before you run it.
