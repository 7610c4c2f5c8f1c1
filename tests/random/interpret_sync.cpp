// What tasks do for one another: the things of coro/sync. See interpret.hpp.

#include "interpret.hpp"

#include <stdexcept>
#include <string>

namespace random_programs {

namespace {

// Which of several an action means.
template <class Several>
std::size_t index_in(const Several& several, const action& what) {
    return static_cast<std::size_t>(what.which) % std::size(several);
}

// Before what it waits for, a getter leaves a place for what it will get, so that
// the places are in the order in which the getters came.
void check_size(world& in, const action& what) {
    const auto& queue = in.queues[index_in(in.queues, what)];
    if (queue.capacity() != 0 && queue.size() > queue.capacity())
        in.fault(what, "the queue holds more than it may");
}

void try_put(world& in, const action& what) {
    const std::size_t which = index_in(in.queues, what);
    const int number = in.puts_begun[which]++;
    const bool was_full = in.queues[which].full();
    const bool put = in.queues[which].try_put(value(in.noted.values_left, number));
    if (put == was_full) in.fault(what, "try_put() and full() disagree");
    if (put) in.noted.queues[which].put.push_back(number);
    check_size(in, what);
}

void try_get(world& in, const action& what) {
    const std::size_t which = index_in(in.queues, what);
    const bool was_empty = in.queues[which].empty();
    const std::optional<value> got = in.queues[which].try_get();
    if (got.has_value() == was_empty) in.fault(what, "try_get() and empty() disagree");
    if (got) in.noted.queues[which].got.push_back(got->number());
}

}  // namespace

coro::task<> lock(world& in, const action& what, scope where) {
    const alive here(in);
    const std::size_t which = index_in(in.mutexes, what);
    if (what.kind == action_kind::try_lock) {
        const bool was_locked = in.mutexes[which].locked();
        const coro::mutex_guard guard = in.mutexes[which].try_lock();
        if (guard.owns_lock() == was_locked) in.fault(what, "try_lock() and locked() disagree");
        if (!guard.owns_lock()) co_return;
        const holding mine(in, what, in.mutex_holders[which], 1);
        coro::task<> inside = perform(in, what.blocks[0], where);
        co_await inside;
    } else {
        const int turn = ++in.locks_begun[which];
        in_line line(in.waiters.mutexes[which]);
        const coro::mutex_guard guard = co_await in.mutexes[which].lock();
        line.leaves();
        if (!guard.owns_lock()) in.fault(what, "gives a guard that holds nothing");
        if (turn <= in.last_locked[which]) in.fault(what, "is overtaken by one who came later");
        in.last_locked[which] = turn;
        const holding mine(in, what, in.mutex_holders[which], 1);
        coro::task<> inside = perform(in, what.blocks[0], where);
        co_await inside;
    }
}

coro::task<> acquire(world& in, const action& what, scope where) {
    const alive here(in);
    const std::size_t which = index_in(in.semaphores, what);
    coro::semaphore& limit = in.semaphores[which];
    if (what.kind == action_kind::try_acquire) {
        const bool was_locked = limit.locked();
        const coro::permit permit = limit.try_acquire();
        if (permit.held() == was_locked) in.fault(what, "try_acquire() and locked() disagree");
        if (!permit.held()) co_return;
        const holding mine(in, what, in.permit_holders[which], static_cast<int>(limit.limit()));
        coro::task<> inside = perform(in, what.blocks[0], where);
        co_await inside;
    } else {
        in_line line(in.waiters.semaphores[which]);
        const coro::permit permit = co_await limit.acquire();
        line.leaves();
        if (!permit.held()) in.fault(what, "gives a permit that holds nothing");
        const holding mine(in, what, in.permit_holders[which], static_cast<int>(limit.limit()));
        coro::task<> inside = perform(in, what.blocks[0], where);
        co_await inside;
    }
}

coro::task<> condition_wait(world& in, const action& what, scope where) {
    const alive here(in);
    const std::size_t which = index_in(in.mutexes, what);
    coro::mutex_guard guard = co_await in.mutexes[which].lock();
    {
        const holding mine(in, what, in.mutex_holders[which], 1);
        coro::task<> before = perform(in, what.blocks[0], where);
        co_await before;
    }
    std::exception_ptr thrown;
    {
        condition_waiter line(in, what, which);
        try {
            coro::task<> notified = in.conditions[which].wait(guard);
            co_await notified;
            line.goes_on();
        } catch (const coro::cancelled&) {
            line.was_cancelled();
            thrown = std::current_exception();
        } catch (...) {
            in.fault(what, "throws something that is not `cancelled`");
            thrown = std::current_exception();
        }
    }
    if (!guard.owns_lock() || !in.mutexes[which].locked())
        in.fault(what, "goes on without the mutex");
    const holding mine(in, what, in.mutex_holders[which], 1);
    if (thrown != nullptr) std::rethrow_exception(thrown);
    coro::task<> after = perform(in, what.blocks[1], where);
    co_await after;
}

coro::task<> notify(world& in, const action& what) {
    const alive here(in);
    const std::size_t which = index_in(in.mutexes, what);
    coro::mutex_guard guard;
    if (what.mode == 0) guard = co_await in.mutexes[which].lock();
    if (what.kind == action_kind::notify) {
        in.conditions[which].notify(static_cast<std::size_t>(what.number));
        in.were_notified(what, which, static_cast<std::size_t>(what.number));
    } else {
        in.conditions[which].notify_all();
        in.were_notified(what, which, in.waiting_for_notify[which].size());
    }
}

coro::task<> event_wait(world& in, const action& what) {
    const alive here(in);
    const std::size_t which = index_in(in.events, what);
    const in_line line(in.waiters.events[which]);
    co_await in.events[which].wait();
}

coro::task<> queue_put(world& in, const action& what) {
    const alive here(in);
    const std::size_t which = index_in(in.queues, what);
    const int number = in.puts_begun[which]++;
    in_line line(in.waiters.putters[which]);
    co_await in.queues[which].put(value(in.noted.values_left, number));
    line.leaves();
    in.noted.queues[which].put.push_back(number);
    check_size(in, what);
}

coro::task<> queue_get(world& in, const action& what) {
    const alive here(in);
    const std::size_t which = index_in(in.queues, what);
    const std::size_t place = in.noted.queues[which].got.size();
    in.noted.queues[which].got.push_back(-1);
    const in_line line(in.waiters.getters[which]);
    const value got = co_await in.queues[which].get();
    in.noted.queues[which].got[place] = got.number();
    in.say(what, "value " + std::to_string(got.number()));
}

coro::task<> queue_join(world& in, const action& what) {
    const alive here(in);
    co_await in.queues[index_in(in.queues, what)].join();
}

coro::task<> future_await(world& in, const action& what) {
    const alive here(in);
    const std::size_t which = index_in(in.futures, what);
    const in_line line(in.waiters.futures[which]);
    const value& given = co_await in.futures[which];
    if (given.number() < 0) in.fault(what, "gives a value that was moved from");
}

void act_at_once(world& in, const action& what) {
    const std::size_t queue = index_in(in.queues, what);
    auto& future = in.futures[index_in(in.futures, what)];
    switch (what.kind) {
    case action_kind::hold: coro::event_loop::current()->advance(what.number * 1'000'000); break;
    case action_kind::event_set: in.events[index_in(in.events, what)].set(); break;
    case action_kind::event_clear: in.events[index_in(in.events, what)].clear(); break;
    case action_kind::queue_try_put: try_put(in, what); break;
    case action_kind::queue_try_get: try_get(in, what); break;
    case action_kind::queue_task_done:
        in.queues[queue].task_done();
        ++in.noted.queues[queue].done;
        break;
    case action_kind::queue_close: in.queues[queue].close(); break;
    case action_kind::future_set: future.set_value(in.noted.values_left, what.id); break;
    case action_kind::future_fail:
        future.set_exception(
            std::make_exception_ptr(std::runtime_error("error #" + std::to_string(what.id))));
        break;
    case action_kind::future_cancel: future.cancel(); break;
    default: in.fault(what, "nobody knows how to do this");
    }
}

}  // namespace random_programs
