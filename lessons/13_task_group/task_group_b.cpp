// The same two tasks, in a scope of their own. When is the second
// one over now?
//
// In C++ a *scope* is what stands between braces: what is made in
// it is gone when it is left. Here is a scope for tasks.
#include "lesson.hpp"

#include <stdexcept>

using namespace std::chrono_literals;

lesson::stopwatch watch;

coro::task<> broken() {
    co_await coro::sleep(100ms);
    throw std::runtime_error("no answer");  // (1)
}

coro::task<> sibling() {
    try {
        co_await coro::sleep(200ms);  // (2)
        lesson::say("{:.3f} sibling ends", watch.elapsed());
    } catch (const coro::cancelled&) {
        lesson::say("{:.3f} sibling is told", watch.elapsed());
        throw;
    }
}

// `coro::with_task_group` calls `body` and gives it a
// `coro::task_group`, to start tasks with. It goes on when the body
// and *all* of these tasks have ended, not before. If one fails,
// the others are cancelled, and so is the body if it still runs.
//
// (`[](...) -> ... {...}` is a *lambda*, a function that is written
// where it is needed.) Why is the body a function, and not just a
// block? Because at the end of a block a destructor would have to
// wait, and no destructor can. So the scope is something that one
// can `co_await`.
coro::task<> visit() {
    auto body = [](coro::task_group& group) -> coro::task<> {
        group.start(broken());   // (3)
        group.start(sibling());  // (4)
        co_return;
    };
    co_await coro::with_task_group(body);  // (5)
}

// Two tasks may fail in the same moment. So a group throws a
// `coro::exception_group`, with *every* error in it, and does so
// for a single one, too: what to catch must not depend on timing.
coro::task<> async_main() {
    watch.restart();
    try {
        co_await visit();
    } catch (const coro::exception_group& failed) {
        for (auto& each : failed.exceptions()) {  // (6)
            lesson::say("{:.3f} visit ends: {}", watch.elapsed(),
                        coro::message_of(each));
        }
    }
}

int main() {
    coro::run(async_main());
}

// 0.100 for the one, 0.100 for the other: the same tasks, and
// nothing runs on. That is no matter of style. It is a promise one
// can see on a clock: when `visit` ends, its tasks have ended.
//
// To try: let the sibling throw an error of its own where it is
// told, instead of `throw;`. How many lines now?
