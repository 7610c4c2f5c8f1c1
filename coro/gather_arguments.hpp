#pragma once
// The arguments of gather, with their types: tasks that are yet to be started,
// or handles of tasks that run, side by side in a tuple or in a vector. How a
// child is made of each, and what is brought back of it.

#include "coro/create_task.hpp"
#include "coro/gather_children.hpp"
#include "coro/outcome.hpp"

#include <concepts>
#include <cstddef>
#include <source_location>
#include <tuple>
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

/// The arguments of gather(a, b, ...). `Arguments` are as they were given: a
/// reference is a handle that keeps its result.
template <class... Arguments>
class gather_tuple {
public:
    template <class... Given>
    explicit gather_tuple(Given&&... given) : arguments_(std::forward<Given>(given)...) {}

    [[nodiscard]] std::size_t size() const noexcept { return sizeof...(Arguments); }
    [[nodiscard]] gather_child* places() noexcept { return places_; }
    [[nodiscard]] bool any_empty() const noexcept {
        return std::apply([](const auto&... each) { return (is_empty(each) || ...); }, arguments_);
    }

    template <class Add>
    void start(Add add, std::source_location where) {
        gather_child* place = places_;
        std::apply([&](auto&... each) { (add(*place++, child_of(each, where)), ...); }, arguments_);
    }

    template <bool Outcome>
    auto results() {
        return results<Outcome>(std::index_sequence_for<Arguments...>());
    }

private:
    template <bool Outcome, std::size_t... I>
    auto results(std::index_sequence<I...>) {
        return std::tuple<decltype(result_of<Outcome, !std::is_reference_v<Arguments>,
                                             typename std::remove_cvref_t<Arguments>::value_type>(
            places_[I]))...>(
            result_of<Outcome, !std::is_reference_v<Arguments>,
                      typename std::remove_cvref_t<Arguments>::value_type>(places_[I])...);
    }

    std::tuple<std::remove_cvref_t<Arguments>...> arguments_;
    gather_child places_[sizeof...(Arguments) + 1];  // one more: none is not allowed
};

/// The arguments of gather(vector).
template <class Argument, bool Take>
class gather_vector {
public:
    using T = typename Argument::value_type;

    explicit gather_vector(std::vector<Argument>&& given)
        : arguments_(std::move(given)), places_(arguments_.size()) {}
    explicit gather_vector(const std::vector<Argument>& given)
        : arguments_(given), places_(arguments_.size()) {}

    [[nodiscard]] std::size_t size() const noexcept { return places_.size(); }
    [[nodiscard]] gather_child* places() noexcept { return places_.data(); }
    [[nodiscard]] bool any_empty() const noexcept {
        for (const Argument& each : arguments_)
            if (is_empty(each)) return true;
        return false;
    }

    template <class Add>
    void start(Add add, std::source_location where) {
        gather_child* place = places();
        for (Argument& each : arguments_) add(*place++, child_of(each, where));
    }

    template <bool Outcome>
    auto results() {
        using element = decltype(result_of<Outcome, Take, T>(places_[0]));
        static_assert(!std::is_reference_v<element>,
                      "a vector cannot hold references: gather tasks that return pointers");
        std::vector<element> all;
        all.reserve(size());
        for (gather_child& place : places_) all.push_back(result_of<Outcome, Take, T>(place));
        return all;
    }

private:
    std::vector<Argument> arguments_;
    std::vector<gather_child> places_;
};

}  // namespace coro
