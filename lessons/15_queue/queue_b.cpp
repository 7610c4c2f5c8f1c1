// The consumer fails. How long does the producer wait for it?
//
// Part a counted to five. Here the consumer takes what comes, and
// the producer asks the queue when all of it is dealt with.
#include "lesson.hpp"

#include <stdexcept>

using namespace std::chrono_literals;

lesson::stopwatch watch;

// `task_done` says: what I got is dealt with. The third one it
// cannot deal with, and ends with an error. Nobody awaits it.
coro::task<> consume(coro::queue<int>& line) {
    for (;;) {
        const int i = co_await line.get();
        if (i == 3)
            throw std::runtime_error("cannot use 3");  // (1)
        co_await coro::sleep(100ms);
        lesson::say("{:.3f} used {}", watch.elapsed(), i);
        line.task_done();  // (2)
    }
}

// `join` waits until `task_done` was called as often as `put`: five
// times. It was called twice, and nobody is left to go on.
coro::task<> async_main() {
    coro::queue<int> line;
    watch.restart();
    coro::create_task(consume(line), "consumer");  // (3)
    for (int i = 1; i <= 5; ++i) {
        co_await line.put(i);
    }
    co_await line.join();  // (4)
    lesson::say("all are used");
}

// Nobody is ready, no timer is set, nothing is on its way from the
// system: nothing can ever happen again. That is a *deadlock*, and
// `coro::run` ends it with a `coro::deadlock_error`, which says who
// waits for what.
int main() {
    try {
        coro::run(async_main());
    } catch (const coro::deadlock_error& error) {
        lesson::say("deadlock at {:.3f}", watch.elapsed());  // (5)
        fmt::print(stderr, "{}", error.what());
    }
}

// asyncio has no such end: `join` waits for ever, and the twin
// gives up after ten seconds. Ours is found at once, at 0.200.
//
// `join` returns if all is dealt with, and a consumer that is gone
// deals with nothing. The cure is to wait for both, and to let the
// first that ends decide.
//
// To try: keep the handle `h` of (3), and in the place of (4) write
// `co_await coro::race(h, all(line))`, where `all` awaits `join`.
// The program ends; but are "all used"? What does `race` give?
