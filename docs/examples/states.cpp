// What a request does depends on what the task is doing.
#include "example.hpp"

coro::task<> sleeper(std::string name) {
    say("{} begins", name);
    try {
        co_await coro::sleep(10s);
    } catch (const coro::cancelled&) {
        say("{} is told", name);
        throw;
    }
}

coro::task<> cancels_itself() {
    coro::current_task().cancel();
    say("cancels_itself goes on");
    co_await coro::yield();
    say("never printed");
}

coro::task<> async_main() {
    // It has not started, and never will: its frame is destroyed.
    auto unstarted = coro::create_task(sleeper("unstarted"));
    unstarted.cancel();

    // It waits.
    auto waiting = coro::create_task(sleeper("waiting"));
    co_await coro::sleep(1s);
    waiting.cancel();

    // It runs: told at its next suspension.
    auto running = coro::create_task(cancels_itself());
    co_await coro::sleep(1s);

    // It has ended: nothing to be done.
    say("cancel() after the end: {}", waiting.cancel());
    say("cancelled: {} {} {}", unstarted.cancelled(),
        waiting.cancelled(), running.cancelled());
}

int main() {
    coro::run(async_main());
}
