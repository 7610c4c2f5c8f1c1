// Those that only look on. See interpret.hpp.

#include "interpret.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

namespace random_programs {

namespace {

enum class leaves : int { never, by_break, by_throw };

coro::task<> look_on(world& in, const action& what, leaves early) {
    const alive here(in);
    const std::vector<coro::task_handle<value>> handles = in.some(what.which, what.number);
    const std::size_t began = in.noted.events.size();
    std::size_t before = began;
    std::vector<bool> given(handles.size());
    std::size_t left = handles.size();
    for (auto& next : coro::as_completed(handles)) {
        if (early != leaves::never && --left == 0) {
            if (early == leaves::by_break) break;
            throw std::runtime_error("error #" + std::to_string(what.id));
        }
        const coro::completed<value> one = co_await next;
        if (given[one.index]) in.fault(what, "gives the same task twice");
        given[one.index] = true;
        if (!handles[one.index].done()) in.fault(what, "gives a task that has not ended");
        const std::size_t ended = in.end_of(handles[one.index].id());
        if (ended > began && ended < before) in.fault(what, "does not give them as they end");
        before = std::max(before, ended);
        in.say(what, "task " + std::to_string(handles[one.index].id()) + " is next");
    }
    if (early != leaves::never) co_return;
    for (const bool each : given)
        if (!each) in.fault(what, "does not give every task");
}

coro::task<> look_on_and_take(world& in, const action& what) {
    const alive here(in);
    std::vector<coro::task_handle<value>> handles = in.some(what.which, what.number);
    for (auto& next : coro::as_completed(std::move(handles))) {
        const coro::completed<value> one = co_await next;
        if (one.result.has_value() && one.result.value().number() < 0)
            in.fault(what, "gives a value that was moved from");
    }
}

void check_sorted(world& in, const action& what, const coro::waited<value>& sorted,
                  const std::vector<coro::task_handle<value>>& all, coro::return_when when,
                  bool limited) {
    bool failed = false;
    for (const auto& each : sorted.done) {
        if (!each.done()) in.fault(what, "calls a task done that runs");
        failed = failed || each.status() == coro::task_status::failed;
    }
    for (const auto& each : sorted.pending)
        if (each.done()) in.fault(what, "calls a task pending that has ended");
    std::size_t done = 0;
    for (const auto& each : all) {
        const bool has_ended = done != sorted.done.size() && sorted.done[done] == each;
        if (has_ended)
            ++done;
        else if (each.done())
            in.fault(what, "loses a task, or its order");
    }
    if (sorted.done.size() + sorted.pending.size() != all.size()) in.fault(what, "loses a task");
    if (limited || sorted.pending.empty()) return;
    if (when == coro::return_when::all_completed || (sorted.done.empty()) ||
        (when == coro::return_when::first_exception && !failed))
        in.fault(what, "goes on too early");
}

}  // namespace

coro::task<> as_completed(world& in, const action& what) {
    if (what.mode == 3) return look_on_and_take(in, what);
    return look_on(in, what, static_cast<leaves>(what.mode));
}

coro::task<> wait(world& in, const action& what) {
    const alive here(in);
    const std::vector<coro::task_handle<value>> handles = in.some(what.which, 2);
    coro::wait_options options;
    options.return_when = static_cast<coro::return_when>(what.mode);
    const bool limited = what.number >= 0;
    if (limited) options.timeout = std::chrono::milliseconds(what.number);
    const coro::waited<value> sorted = co_await coro::wait(handles, options);
    check_sorted(in, what, sorted, handles, options.return_when, limited);
    in.say(what, std::to_string(sorted.done.size()) + " done");
}

}  // namespace random_programs
