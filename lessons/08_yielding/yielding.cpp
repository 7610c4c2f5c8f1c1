// A coroutine that only computes: when do the others get a turn?
//
// `sleep` suspends, because there is something to wait for. Here
// two coroutines, A and B, have nothing to wait for: each has three
// steps of work to do.
#include "lesson.hpp"

using namespace std::chrono_literals;

lesson::stopwatch watch;
std::string order;

// A step: `lesson::burn_cpu` computes for 10 ms, as real work
// would, then the step adds its name to `order`. It waits for
// nothing.
coro::task<> step(char who, int i) {
    lesson::burn_cpu(10ms);  // (1)
    order += fmt::format("{}{} ", who, i);
    co_return;
}

// Does every `co_await` let the others run? No. It runs `step` at
// once, like a call, and suspends only where there is something to
// wait for. So the first one keeps the thread to its end.
coro::task<> only_await(char who) {
    for (int i = 0; i < 3; ++i) {
        co_await step(who, i);  // (2)
    }
}

// `coro::yield` always suspends. It waits for nothing: it goes to
// the end of the *ready queue*, behind everyone else who is ready
// to run.
coro::task<> with_yield(char who) {
    for (int i = 0; i < 3; ++i) {
        co_await step(who, i);
        co_await coro::yield();
    }
}

// A `sleep` of zero is the same, and Python's only way to write it.
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

    // Now A and B take turns. Yet six steps of 10 ms are 0.060 s in
    // any order: taking turns is *fair*, it is not faster.
    order.clear();
    watch.restart();
    co_await coro::gather(with_yield('A'), with_sleep('B'));  // (5)
    lesson::say("yield {}{:.3f} s", order, watch.elapsed());

    // And what does a turn cost, if nobody else wants one?
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

// Later.
