// Three servers have the same file. How do we take the first
// answer, and stop asking the others?
//
// `wait` gave us the first of three, and the others ran on, to
// 0.200 and 0.300. We have no use for them.
#include "lesson.hpp"

#include <vector>

using namespace std::chrono_literals;

lesson::stopwatch watch;

// A server that answers after a while, or is told to stop before.
coro::task<int> ask(std::string name,
                    std::chrono::milliseconds delay) {
    try {
        co_await coro::sleep(delay);
        co_return 10;
    } catch (const coro::cancelled&) {
        lesson::say("{:.3f} {} is told", watch.elapsed(), name);
        throw;
    }
}

// `coro::race` starts them all. When the first has ended, it
// cancels the others, waits until they have ended as well, and
// gives the first one's index and outcome.
coro::task<> async_main() {
    watch.restart();
    std::vector<coro::task<int>> servers;
    servers.push_back(ask("slow", 300ms));
    servers.push_back(ask("fast", 100ms));
    servers.push_back(ask("mid", 200ms));
    auto [index, result] =
        co_await coro::race(std::move(servers));  // (1)
    lesson::say("{:.3f} {} bytes from server {}", watch.elapsed(),
                result.value(), index);
}

int main() {
    coro::run(async_main());
}

// All is over at 0.100, and the losers are told before we go on.
// That is the difference between those who only look on, `wait` and
// `as_completed`, and those who *own* tasks, `gather`, `wait_for`
// and `race`: an owner does not return before each of its tasks has
// ended. We say that it *joins* them.
//
// asyncio has no `race`. Its twin is made of `wait`, `cancel` and a
// second `wait`, and the second is what people forget: to cancel
// is to ask, and the loser may still have to clean up.
//
// "First" is the first to *end*, in whatever way. An error wins as
// well: then `result.value()` throws it.
//
// To try: let `fast` throw at 0.100, and print `result.has_value()`
// in place of the value. Who wins?
