// We tell a task to stop. Is it gone at once?
//
// It may be in the middle of something: a file is open, half of a
// message is sent. To stop just anywhere could leave it like that.
#include "lesson.hpp"

using namespace std::chrono_literals;

lesson::stopwatch watch;

// It computes, for 40 ms. In that time it holds the thread, so that
// nobody could even *ask* it to stop. Then it waits for 10 seconds.
//
// There it is told: its `co_await` throws `coro::cancelled`. We
// catch that to see the time, and `throw;` passes it on. What was
// caught only to clean up has to go on its way.
coro::task<> worker() {
    lesson::burn_cpu(40ms);  // (1)
    lesson::say("{:.3f} computed", watch.elapsed());
    try {
        co_await coro::sleep(10s);  // (2)
    } catch (const coro::cancelled&) {
        lesson::say("{:.3f} told", watch.elapsed());
        throw;  // (3)
    }
}

// We mean to cancel it at 0.010, and have the thread at 0.040.
coro::task<> async_main() {
    watch.restart();
    auto h = coro::create_task(worker());
    co_await coro::sleep(10ms);

    // `cancel()` is a *request*. It notes that the task is to stop,
    // and returns; `done()` says that it has not ended. Nor does it
    // end while we compute for another 20 ms.
    h.cancel();  // (4)
    lesson::say("{:.3f} asked, done: {}", watch.elapsed(),
                h.done());
    lesson::burn_cpu(20ms);  // (5)

    // Only now, as we wait for the task, does it get the thread,
    // and is told, at 0.060. To await a task that ends cancelled
    // throws `cancelled`, too. Nobody has asked *us* to stop here:
    // it is news of another task, so we need not pass it on.
    try {
        co_await h;  // (6)
    } catch (const coro::cancelled&) {
        lesson::say("{:.3f} ended, cancelled: {}", watch.elapsed(),
                    h.cancelled());
    }
}

int main() {
    coro::run(async_main());
}

// Meant for 0.010, asked at 0.040, told at 0.060. Between asked and
// told lies whatever has the thread. A task hears of a cancel where
// it is *suspended*, and nowhere else, and so we can see in the
// code where it may be stopped: at each `co_await` that waits. One
// that only computes cannot be cancelled; a `coro::yield` now and
// then lets it hear.
//
// To try: take out the `throw;`. Which line is missing then, and
// what is reported? Part d is about that.
