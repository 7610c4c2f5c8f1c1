// A task fails, and nobody ever awaits it. Does the error get lost?
//
// Create a task, forget its handle, and hope: this is done more
// often than one would think.
#include "lesson.hpp"

#include <stdexcept>

using namespace std::chrono_literals;

lesson::stopwatch watch;

// The error comes from a coroutine further down. `save` awaits it
// and so gets its exception, does not catch it, and fails as well.
coro::task<> connect() {
    co_await coro::sleep(100ms);
    lesson::say("{:.3f} connect throws", watch.elapsed());
    throw std::runtime_error("no answer");  // (1)
}

coro::task<> save() {
    co_await connect();  // (2)
    lesson::say("never printed");
}

// Nobody keeps the handle. `async_main` goes on to its end, at
// 0.200, none the wiser, and the program exits with 0, which means
// that all went well.
coro::task<> async_main() {
    watch.restart();
    coro::create_task(save(), "save");  // (3)
    co_await coro::sleep(200ms);
    lesson::say("{:.3f} all is well", watch.elapsed());  // (4)
}

int main() {
    coro::run(async_main());
}

// But an error never goes in silence. Once the task has failed and
// its last handle is gone, nobody *can* read the error any more: so
// there is a report, on standard error. It has the task's name,
// what the exception says, and the way it came: `thrown after` is
// the last `co_await` before the `throw`, `awaited at` the one that
// it passed on its way up, and `created at` is (3).
//
// asyncio does the same when it clears the task away, with the
// words "Task exception was never retrieved".
//
// To try: keep the handle, `auto h = coro::create_task(...)`, and
// still do not await it. The report comes later now. Why?
