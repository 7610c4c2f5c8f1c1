// We have no more than 0.25 s. What becomes of a task that needs
// longer?
//
// The walkthrough's third tip: *wait* for what is not finished. But
// do not expect that it is stopped when the time is over.
#include "lesson.hpp"

#include <vector>

using namespace std::chrono_literals;

lesson::stopwatch watch;

using task_list = std::vector<coro::task_handle<>>;

coro::task<> fetch(std::string name,
                   std::chrono::milliseconds delay) {
    co_await coro::sleep(delay);
    lesson::say("{:.3f} {} ends", watch.elapsed(), name);
}

// `coro::wait` takes a vector of handles and, in a
// `coro::wait_options`, how long we are willing to wait. It sorts
// the handles: those of the tasks that are *done* by then, and the
// others, which are still *pending*.
coro::task<> with_a_limit() {
    task_list tasks;
    tasks.push_back(coro::create_task(fetch("fast", 100ms)));
    tasks.push_back(coro::create_task(fetch("slow", 300ms)));
    coro::wait_options options;
    options.timeout = 250ms;
    auto [done, pending] =
        co_await coro::wait(tasks, options);  // (1)
    lesson::say("{:.3f} {} done, {} pending", watch.elapsed(),
                done.size(), pending.size());

    // At 0.250 only our *wait* is over. Nobody has told the slow
    // task, and it ends at 0.300, when it would have ended anyway.
    // So we may wait a second time, for the rest; without options
    // that is until all are done.
    co_await coro::wait(pending);  // (2)
    lesson::say("{:.3f} all done", watch.elapsed());
}

// With `coro::return_when` we say what we wait for. Here it is the
// first of three. The others run on behind it, to 0.200 and 0.300.
// (`first_exception` is the third choice: until all are done or one
// has failed.)
coro::task<> first_of_three() {
    task_list tasks;
    tasks.push_back(coro::create_task(fetch("slow", 300ms)));
    tasks.push_back(coro::create_task(fetch("fast", 100ms)));
    tasks.push_back(coro::create_task(fetch("mid", 200ms)));
    coro::wait_options options;
    options.return_when = coro::return_when::first_completed;
    auto [done, pending] =
        co_await coro::wait(tasks, options);  // (3)
    lesson::say("{:.3f} {} done, {} pending", watch.elapsed(),
                done.size(), pending.size());
    co_await coro::wait(pending);  // (4)
}

coro::task<> async_main() {
    watch.restart();
    co_await with_a_limit();
    watch.restart();
    co_await first_of_three();
}

int main() {
    coro::run(async_main());
}

// `wait` looks on, as `as_completed` does. It stops no task, and
// throws nothing for one that fails. What becomes of the pending
// ones is for us to say: wait on, go on without them, or stop them,
// as in `cancellation`.
//
// To try: take (4) out. `async_main` then ends at 0.100. What is
// printed now, and what is reported?
