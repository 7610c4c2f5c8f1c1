#pragma once
// run: makes a loop, runs a task in it to its end, and leaves nothing behind.
// asyncio: run.

#include "coro/create_task.hpp"
#include "coro/kernel/choose.hpp"
#include "coro/loop/event_loop.hpp"
#include "coro/loop/observer.hpp"
#include "coro/task.hpp"

#include <chrono>
#include <source_location>
#include <utility>

namespace coro {

/// What a run can be told. The defaults follow the environment: CORO_CLOCK
/// (real, virtual), CORO_KERNEL (uring, epoll), CORO_DEBUG (0, reports, 1),
/// CORO_TRACE=FILE.
struct run_options {
    run_options() noexcept {}

    clock_kind clock = clock_kind::automatic;
    kernel_kind kernel = kernel_kind::automatic;
    /// Report on standard error what is probably a mistake, such as a task that
    /// is pending when main ends. Also switched on by CORO_DEBUG: `reports` is the
    /// same, and 1 also notes who calls a coroutine, which takes more time.
    bool debug = false;
    /// With `debug`: report steps that hold the thread for so long. asyncio:
    /// loop.slow_callback_duration.
    std::chrono::nanoseconds slow_step = std::chrono::milliseconds(100);
    /// Is told everything the loop does; must outlive the run.
    coro::observer* observer = nullptr;
};

// One run, whatever the type of main's result.
class runner {
public:
    /// Throws invalid_state if a loop runs on this thread already. `where`: who runs it.
    runner(const run_options& options, std::source_location where);
    ~runner();
    runner(const runner&) = delete;
    runner& operator=(const runner&) = delete;

    /// Runs main to its end, cancels the rest, waits for it.
    void run(task_base& main);

private:
    struct parts;
    parts* parts_;  // owned
};

/// Runs `main` on a new loop on this thread and gives its result. When main has
/// ended, the tasks that have not are cancelled, and run waits for their
/// clean-up. Rethrows what main threw, with its own type, `cancelled` included.
/// Throws invalid_state inside a running loop, or if main was awaited before;
/// deadlock_error if nothing can go on; std::system_error if the system refuses
/// what a loop needs, or the file that CORO_TRACE names; std::invalid_argument for
/// a bad CORO_CLOCK, CORO_KERNEL or CORO_DEBUG. asyncio: run.
///
/// On the main thread Ctrl-C cancels main, and if main ends by that, or has ended
/// before, the program ends as the signal would have ended it; a second Ctrl-C
/// does so at once.
template <class T>
T run(task<T> main, const run_options& options = {},
      std::source_location where = std::source_location::current()) {
    if (main.empty()) throw_used_task("run", where);
    runner loop(options, where);
    task_handle<T> handle = create_task(std::move(main), "main", where);
    loop.run(handle.base());
    return std::move(handle.ended_with()).value();
}

/// For what is no task: says what was probably meant.
template <class T>
void run(const T&, const run_options& = {}) {
    static_assert(detail::never<T>,
                  "run takes a task. Did you forget to call the coroutine: coro::run(f())?");
}

}  // namespace coro
