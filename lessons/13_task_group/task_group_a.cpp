// A function starts two tasks, and one of them fails. When is the
// other one over?
//
// They are the two from `exceptions`. One fails at 0.100, its
// sibling needs 0.200. Now they stand in a function of their own.
#include "lesson.hpp"

#include <stdexcept>

using namespace std::chrono_literals;

lesson::stopwatch watch;

coro::task<> broken() {
    co_await coro::sleep(100ms);
    throw std::runtime_error("no answer");  // (1)
}

// The sibling says how it ends: by itself, or because it was told.
coro::task<> sibling() {
    try {
        co_await coro::sleep(200ms);  // (2)
        lesson::say("{:.3f} sibling ends", watch.elapsed());
    } catch (const coro::cancelled&) {
        lesson::say("{:.3f} sibling is told", watch.elapsed());
        throw;
    }
}

// It looks tidy: create both, await both. But the first await
// throws, at 0.100. The function is left there and then, and the
// second one is never reached.
coro::task<> visit() {
    auto a = coro::create_task(broken());   // (3)
    auto b = coro::create_task(sibling());  // (4)
    co_await a;                             // (5)
    co_await b;                             // (6)
}

coro::task<> async_main() {
    watch.restart();
    try {
        co_await visit();
    } catch (const std::runtime_error& error) {
        lesson::say("{:.3f} visit ends: {}", watch.elapsed(),
                    error.what());
    }
    co_await coro::sleep(200ms);  // (7)
}

int main() {
    coro::run(async_main());
}

// `visit` ends at 0.100, its task at 0.200. In between that runs
// with nobody to wait for it, to stop it, or to hear how it ends.
// And it gets worse: the local variables of `visit` are gone by
// then. A task that refers to one of them writes into memory that
// is no longer its own.
//
// To try: take (7) out. What becomes of the sibling? Then go on to
// part b, where `visit` sees to its tasks.
