// Programs, blocks, and which coroutine an action is. See interpret.hpp.

#include "interpret.hpp"

#include <stdexcept>

namespace random_programs {

namespace {

// Those that are over at once are a coroutine all the same, which never waits.
coro::task<> at_once(world& in, const action& what, scope where) {
    const alive here(in);
    switch (what.kind) {
    case action_kind::spawn:
    case action_kind::start: create(in, what, where); break;
    case action_kind::forget:
    case action_kind::cancel:
    case action_kind::cancel_self:
    case action_kind::uncancel:
    case action_kind::uncancel_self: cancel_or_uncancel(in, what); break;
    case action_kind::fail: throw std::runtime_error("error #" + std::to_string(what.id));
    case action_kind::fail_with_number: throw 42;
    default: act_at_once(in, what); break;
    }
    co_return;
}

// Those that wait for one thing, of which only a request to the task itself can take
// them.
bool only_waits(action_kind kind) {
    switch (kind) {
    case action_kind::sleep:
    case action_kind::yield:
    case action_kind::event_wait:
    case action_kind::queue_put:
    case action_kind::queue_get:
    case action_kind::queue_join: return true;
    default: return false;
    }
}

bool request_is_pending() {
    return coro::event_loop::current()->current_task()->cancel_pending;
}

coro::task<> perform(world& in, const action& what, scope where) {
    switch (what.kind) {
    case action_kind::sleep:
    case action_kind::yield: return sleep_or_yield(in, what);
    case action_kind::attempt: return attempt(in, what, where);
    case action_kind::insist: return insist(in, what, where);
    case action_kind::await_task:
    case action_kind::shield: return await_task(in, what);
    case action_kind::wait_for:
    case action_kind::wait_for_task: return wait_for(in, what, where);
    case action_kind::gather:
    case action_kind::gather_pair:
    case action_kind::gather_tasks:
    case action_kind::gather_mixed:
    case action_kind::gather_outcomes:
    case action_kind::gather_outcomes_tasks: return gather(in, what, where);
    case action_kind::race:
    case action_kind::race_pair:
    case action_kind::race_mixed:
    case action_kind::race_tasks: return race(in, what, where);
    case action_kind::finally: return finally(in, what, where);
    case action_kind::group: return group(in, what, where);
    case action_kind::as_completed: return as_completed(in, what);
    case action_kind::wait: return wait(in, what);
    case action_kind::lock:
    case action_kind::try_lock: return lock(in, what, where);
    case action_kind::acquire:
    case action_kind::try_acquire: return acquire(in, what, where);
    case action_kind::condition_wait: return condition_wait(in, what, where);
    case action_kind::notify:
    case action_kind::notify_all: return notify(in, what);
    case action_kind::event_wait: return event_wait(in, what);
    case action_kind::queue_put: return queue_put(in, what);
    case action_kind::queue_get: return queue_get(in, what);
    case action_kind::queue_join: return queue_join(in, what);
    case action_kind::future_await: return future_await(in, what);
    default: return at_once(in, what, where);
    }
}

}  // namespace

coro::task<> perform(world& in, const block& actions, scope where) {
    const alive here(in);
    for (const action& each : actions) {
        try {
            coro::task<> step = perform(in, each, where);
            co_await step;
            in.say(each, "done");
            if ((each.kind == action_kind::sleep || each.kind == action_kind::yield) &&
                request_is_pending())
                in.fault(each, "goes on in spite of a request");
        } catch (const coro::cancelled&) {
            in.say(each, "cancelled");
            if (only_waits(each.kind) && request_is_pending())
                in.fault(each, "the request was delivered, and is still pending");
            throw;
        } catch (const std::exception& error) {
            in.say(each, error.what());
            if (!each.caught) throw;
        } catch (int) {
            in.say(each, "a number");
            if (!each.caught) throw;
        }
    }
}

coro::task<value> child(world& in, const block& actions, scope where, presence mine) {
    const alive here(in);
    try {
        coro::task<> all = perform(in, actions, where);
        co_await all;
    } catch (const coro::cancelled&) {
        throw;
    } catch (...) {
        mine.fails();
        throw;
    }
    co_return value(in.noted.values_left, mine.number());
}

coro::task<value> main_task(world& in, const block& program) {
    const alive here(in);
    in.remember_main();
    coro::task<> all = perform(in, program, scope());
    co_await all;
    co_return value(in.noted.values_left, 0);
}

}  // namespace random_programs
