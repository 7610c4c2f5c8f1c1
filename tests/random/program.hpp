#pragma once
// A random program, as data: a tree of actions. generate.hpp makes one out of a
// seed, interpret.hpp carries it out with coro, and print() shows it to a person.

#include <cstdint>
#include <string>
#include <vector>

namespace random_programs {

enum class action_kind : std::uint8_t {
    // one task
    sleep,
    yield,
    hold,
    fail,
    fail_with_number,
    attempt,
    insist,
    // tasks and their handles
    spawn,
    forget,
    await_task,
    shield,
    cancel,
    cancel_self,
    uncancel,
    uncancel_self,
    // owners
    wait_for,
    wait_for_task,
    gather,
    gather_pair,
    gather_tasks,
    gather_mixed,
    gather_outcomes,
    gather_outcomes_tasks,
    race,
    race_pair,
    race_tasks,
    race_mixed,
    finally,
    group,
    start,
    // observers
    as_completed,
    wait,
    // what tasks share
    lock,
    try_lock,
    acquire,
    try_acquire,
    condition_wait,
    notify,
    notify_all,
    event_set,
    event_clear,
    event_wait,
    queue_put,
    queue_get,
    queue_try_put,
    queue_try_get,
    queue_task_done,
    queue_join,
    queue_close,
    future_set,
    future_fail,
    future_cancel,
    future_await,
};

inline constexpr std::size_t action_kinds = static_cast<std::size_t>(action_kind::future_await) + 1;

/// What is to be known of a kind of action; see the table in program.cpp.
struct action_form {
    const char* name;
    int blocks;           ///< how many it has; -1: one to four
    const char* which;    ///< what `which` chooses; null: nothing
    const char* number;   ///< what `number` says; null: nothing
    const char* mode[4];  ///< what `mode` can say; null: no more
};

[[nodiscard]] const action_form& form_of(action_kind kind);

struct action;
using block = std::vector<action>;

struct action {
    action_kind kind = action_kind::yield;
    bool caught = false;  ///< its exceptions (but not `cancelled`) end here
    int id = 0;           ///< counts from 1 in a program, in the order in which it is printed
    int which = 0;        ///< which task, mutex, queue, ...: modulo as many as there are
    int number = 0;       ///< milliseconds (-1: no limit), a count
    int mode = 0;
    std::vector<block> blocks = {};
};

/// Numbers the actions anew. Returns how many there are.
int number_actions(block& program);

/// The program as text, an action to a line.
[[nodiscard]] std::string print(const block& program);

}  // namespace random_programs
