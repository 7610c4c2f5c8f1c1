// Two tasks run side by side, and one of them fails. What becomes
// of the other, and where does the error go?
//
// In ordinary code an exception goes up to whoever *called* the
// function. A task has no caller; somebody created it, and went on.
#include "lesson.hpp"

#include <stdexcept>

using namespace std::chrono_literals;

lesson::stopwatch watch;

// This one fails at 0.100.
coro::task<> broken() {
    co_await coro::sleep(100ms);
    lesson::say("{:.3f} broken throws", watch.elapsed());
    throw std::runtime_error("no answer");  // (1)
}

// Its *sibling*, another task of the same parent, needs 0.200.
coro::task<int> sibling() {
    co_await coro::sleep(200ms);
    lesson::say("{:.3f} sibling ends", watch.elapsed());
    co_return 10;
}

// An error stops the task that it is thrown in, and nobody else.
// The sibling does not even hear of it: it ends at 0.200 and has
// its result, as if nothing had happened.
coro::task<> async_main() {
    watch.restart();
    auto a = coro::create_task(broken());   // (2)
    auto b = coro::create_task(sibling());  // (3)
    const int size = co_await b;            // (4)
    lesson::say("{:.3f} sibling: {} bytes", watch.elapsed(), size);

    // And the error? The task keeps it, as it would keep a result,
    // and throws it where somebody awaits the handle: here, in this
    // line, and not before. It was thrown at 0.100 and is caught
    // at 0.200, since we looked no earlier.
    try {
        co_await a;  // (5)
    } catch (const std::runtime_error& error) {
        lesson::say("{:.3f} caught: {}", watch.elapsed(),
                    error.what());  // (6)
    }
}

int main() {
    coro::run(async_main());
}

// So errors do not "appear somewhere". There is one place for each:
// the `co_await` of its task. Everything else goes on until then,
// which may be good or bad. The lesson `task_group` has the other
// way.
//
// To try: swap the two awaits, so that `a` comes first. At what
// time is the error caught now? And without a `try`? (`run` throws
// what `async_main` throws.)
