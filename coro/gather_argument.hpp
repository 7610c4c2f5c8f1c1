#pragma once
// One argument of gather, with its type: a task that is yet to be started, or
// the handle of one that runs. What may be gathered, how a child is made of it,
// and what is brought back.

#include "coro/create_task.hpp"
#include "coro/gather_children.hpp"
#include "coro/outcome.hpp"

#include <concepts>
#include <source_location>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace coro {

/// What gather accepts: tasks, and handles of tasks that run already. A task,
/// and a handle whose result cannot be copied, must be given away.
template <class Argument>
inline constexpr bool can_be_gathered = false;
template <class T>
inline constexpr bool can_be_gathered<task<T>> = true;
template <class T>
inline constexpr bool can_be_gathered<task_handle<T>> = true;
template <class T>
inline constexpr bool can_be_gathered<task_handle<T>&> = std::copy_constructible<stored_t<T>>;
template <class T>
inline constexpr bool can_be_gathered<const task_handle<T>&> = can_be_gathered<task_handle<T>&>;

template <class Argument>
concept gather_argument = requires { typename std::remove_cvref_t<Argument>::value_type; } &&
                          (can_be_gathered<std::remove_cvref_t<Argument>>);

template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;

/// Is it the handle of a task, which runs already, and which others started?
template <class Argument>
inline constexpr bool is_handle = false;
template <class T>
inline constexpr bool is_handle<task_handle<T>> = true;

/// The child that an argument stands for, with a reference for the gather.
template <class T>
task_base& child_of(task<T>& unstarted, std::source_location where) {
    return *start_task(unstarted, "gather", {}, where);
}
template <class T>
task_base& child_of(const task_handle<T>& running, std::source_location) {
    running.base().add_reference();
    return running.base();
}

template <class T>
[[nodiscard]] bool is_empty(const task<T>& unstarted) noexcept {
    return unstarted.empty();
}
template <class T>
[[nodiscard]] bool is_empty(const task_handle<T>&) noexcept {
    return false;
}

/// What a child brings: its outcome, or its value (std::monostate for void). It
/// is moved out if `Take`, else copied.
template <bool Outcome, bool Take, class T>
decltype(auto) result_of(const gather_child& child) {
    using value = std::conditional_t<std::is_void_v<T>, std::monostate, T>;
    outcome<T>& ended = static_cast<task_state<T>&>(child.read()).result;
    if constexpr (Outcome && Take)
        return outcome<T>(std::move(ended));
    else if constexpr (Outcome)
        return outcome<T>(ended);
    else if constexpr (std::is_void_v<T>)
        return value();
    else if constexpr (Take)
        return static_cast<value>(std::move(ended).value());
    else
        return static_cast<value>(ended.value());
}

}  // namespace coro
