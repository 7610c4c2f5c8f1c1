#pragma once
// Carries out a random program with coro: a coroutine for each kind of action. Every
// one awaits one thing to a statement and gives its result a name, since g++ 12
// miscompiles much else.

#include "world.hpp"

namespace random_programs {

/// Where an action is carried out.
struct scope {
    std::size_t group = none;  ///< the innermost group around it, in world::groups
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
};

/// The whole program, for run().
coro::task<value> main_task(world& in, const block& program);

/// One action after the other.
coro::task<> perform(world& in, const block& actions, scope where);

/// The same as a task of its own, whose value is the number of its place.
coro::task<value> child(world& in, const block& actions, scope where, presence mine);

// The kinds, by the file they are in. interpret_tasks.cpp:
coro::task<> sleep_or_yield(world& in, const action& what);
coro::task<> attempt(world& in, const action& what, scope where);
coro::task<> insist(world& in, const action& what, scope where);
coro::task<> await_task(world& in, const action& what);
void create(world& in, const action& what, scope where);
void cancel_or_uncancel(world& in, const action& what);

// interpret_owners.cpp:
coro::task<> wait_for(world& in, const action& what, scope where);
coro::task<> gather(world& in, const action& what, scope where);
coro::task<> race(world& in, const action& what, scope where);
coro::task<> finally(world& in, const action& what, scope where);
coro::task<> group(world& in, const action& what, scope where);

// interpret_observers.cpp:
coro::task<> as_completed(world& in, const action& what);
coro::task<> wait(world& in, const action& what);

// interpret_sync.cpp:
coro::task<> lock(world& in, const action& what, scope where);
coro::task<> acquire(world& in, const action& what, scope where);
coro::task<> condition_wait(world& in, const action& what, scope where);
coro::task<> notify(world& in, const action& what);
coro::task<> event_wait(world& in, const action& what);
coro::task<> queue_put(world& in, const action& what);
coro::task<> queue_get(world& in, const action& what);
coro::task<> queue_join(world& in, const action& what);
coro::task<> future_await(world& in, const action& what);
void act_at_once(world& in, const action& what);  // those that never wait

}  // namespace random_programs
