// When wait() goes on, in its three modes; the twin of wait_modes.py. Enough that have
// ended before are not waited for here; asyncio's wait() takes its two trips then, too.

#include "parity.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace {

using handles = std::vector<coro::task_handle<>>;

coro::task<> worker(std::string name, int yields) {
    for (int i = 0; i != yields; ++i) co_await coro::yield();
    coro::println("{} ends", name);
    if (name == "fails") throw std::invalid_argument(name);
}

coro::task<> waits(handles tasks, coro::return_when mode) {
    coro::wait_options options;
    options.return_when = mode;
    try {
        const auto [done, pending] = co_await coro::wait(tasks, options);
        std::string all;
        for (const auto& task : tasks) {
            const bool is_done = std::find(done.begin(), done.end(), task) != done.end();
            all += (all.empty() ? "" : ", ") + std::string(parity::word(is_done));
        }
        coro::println("done [{}] {}", all, pending.size());
    } catch (const coro::cancelled&) {
        coro::println("the wait is cancelled");
    }
}

coro::task<> start() {
    using mode_and_name = std::pair<coro::return_when, const char*>;
    for (const auto& [mode, name] :
         {mode_and_name(coro::return_when::first_completed, "FIRST_COMPLETED"),
          mode_and_name(coro::return_when::first_exception, "FIRST_EXCEPTION"),
          mode_and_name(coro::return_when::all_completed, "ALL_COMPLETED")}) {
        coro::println("mode {}", name);
        const auto tick = coro::create_task(parity::ticker("tick", 12));
        handles tasks;
        tasks.push_back(coro::create_task(worker("slow", 6)));
        tasks.push_back(coro::create_task(worker("stopped", 9)));
        tasks.push_back(coro::create_task(worker("fast", 2)));
        tasks.push_back(coro::create_task(worker("next", 3)));
        tasks.push_back(coro::create_task(worker("fails", 4)));
        tasks.push_back(coro::create_task(worker("last", 8)));
        tasks[1].cancel();
        if (mode == coro::return_when::first_completed)
            co_await waits(handles(tasks.begin() + 2, tasks.end()), mode);
        else
            co_await waits(tasks, mode);
        co_await tick;
        coro::println("main reads {}", coro::message_of(tasks[4].exception()));
    }
    handles tasks;
    tasks.push_back(coro::create_task(worker("one", 3)));
    tasks.push_back(coro::create_task(worker("two", 4)));
    const auto waiting = coro::create_task(waits(tasks, coro::return_when::all_completed));
    co_await coro::yield();
    coro::println("main cancels {}", parity::word(waiting.cancel()));
    co_await waiting;
    co_await waits(tasks, coro::return_when::all_completed);
}

const parity::program program("wait_modes", [] { parity::run(start()); });

}  // namespace
