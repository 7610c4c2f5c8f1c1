#pragma once
// gather: runs several beside each other and waits for all; the results come
// in the order of the arguments. It owns its children: if one fails, or the
// one who waits is cancelled, the others are cancelled, and gather waits until
// they have ended, since they may refer to what the caller holds. asyncio:
// gather, which lets the siblings of a failure run on.
//
// Here are the types: starting the children, collecting what they bring.
// gather_children.hpp does the waiting.

#include "coro/create_task.hpp"
#include "coro/gather_children.hpp"
#include "coro/outcome.hpp"

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace coro {

// One argument of gather: a task that is yet to be started, or a handle.
template <class T>
class gather_slot final : public gather_child {
public:
    using value_type = std::conditional_t<std::is_void_v<T>, std::monostate, T>;

    gather_slot() noexcept {}
    explicit gather_slot(task<T>&& unstarted) { set(std::move(unstarted)); }
    explicit gather_slot(const task_handle<T>& running) { set(running); }
    explicit gather_slot(task_handle<T>&& running) { set(std::move(running)); }

    void set(task<T>&& unstarted) {
        if (unstarted.empty()) throw invalid_state(empty_argument);
        unstarted_ = std::move(unstarted);
        take_ = true;
    }
    void set(const task_handle<T>& running) { refer_to(running); }
    void set(task_handle<T>&& running) {
        refer_to(running);
        take_ = true;
    }

    void start(std::source_location where) {
        if (!unstarted_.empty()) refer_to(create_task(std::move(unstarted_), {}, where));
    }

    [[nodiscard]] outcome<T> take_outcome() {
        task_base& base = read();
        if constexpr (std::copy_constructible<outcome<T>>)
            if (!take_) return static_cast<task_state<T>&>(base).result;
        return std::move(static_cast<task_state<T>&>(base).result);
    }

    [[nodiscard]] value_type take_value() {
        outcome<T>& result = static_cast<task_state<T>&>(read()).result;
        if constexpr (std::is_void_v<T>) {
            return {};
        } else {
            if constexpr (std::copy_constructible<stored_t<T>>)
                if (!take_) return result.value();
            return std::move(result).value();
        }
    }

private:
    task<T> unstarted_;
    bool take_ = false;
};

namespace detail {

template <class Argument>
struct gather_result;
template <class T>
struct gather_result<task<T>> {
    using type = T;
};
template <class T>
struct gather_result<task_handle<T>> {
    using type = T;
};

// A handle that is not moved in keeps its result, so gather needs a copy.
template <class Argument, class T = typename gather_result<std::remove_cvref_t<Argument>>::type>
inline constexpr bool can_be_gathered =
    !std::is_lvalue_reference_v<Argument> ||
    (std::is_same_v<std::remove_cvref_t<Argument>, task_handle<T>> &&
     std::copy_constructible<stored_t<T>>);

template <class Argument>
concept gatherable = requires { typename gather_result<std::remove_cvref_t<Argument>>::type; };

}  // namespace detail

/// `co_await gather(a, b, ...)`.
template <bool Outcomes, class... T>
class [[nodiscard("co_await coro::gather(...)")]] gather_awaiter final : public awaiter,
                                                                         public gather_children {
public:
    template <class... Arguments>
    explicit gather_awaiter(Arguments&&... arguments)
        : gather_children(!Outcomes), slots_(std::forward<Arguments>(arguments)...) {}

    bool await_ready() const noexcept { return sizeof...(T) == 0; }

    template <class Promise>
    bool await_suspend(std::coroutine_handle<Promise> h) {
        const std::source_location where = h.promise().awaiting_at;
        std::apply([&](auto&... slot) { (slot.start(where), ...); }, slots_);
        std::apply([&](auto&... slot) { (add(slot), ...); }, slots_);
        if (!must_wait()) return false;
        suspend(h);
        return true;
    }

    auto await_resume() {
        throw_if_failed();
        return std::apply(
            [](auto&... slot) {
                if constexpr (Outcomes)
                    return std::tuple<outcome<T>...>(slot.take_outcome()...);
                else
                    return std::tuple<typename gather_slot<T>::value_type...>(
                        slot.take_value()...);
            },
            slots_);
    }

private:
    void for_each(void (*visit)(gather_child&)) noexcept override {
        std::apply([&](auto&... slot) { (visit(slot), ...); }, slots_);
    }

    std::tuple<gather_slot<T>...> slots_;
};

/// `co_await gather(vector)`.
template <bool Outcomes, class T>
class [[nodiscard("co_await coro::gather(...)")]] gather_vector_awaiter final
    : public awaiter,
      public gather_children {
public:
    template <class Arguments>
    explicit gather_vector_awaiter(Arguments&& arguments)
        : gather_children(!Outcomes), slots_(arguments.size()) {
        for (std::size_t i = 0; i != arguments.size(); ++i)
            if constexpr (std::is_lvalue_reference_v<Arguments>)
                slots_[i].set(arguments[i]);
            else
                slots_[i].set(std::move(arguments[i]));
    }

    bool await_ready() const noexcept { return slots_.empty(); }

    template <class Promise>
    bool await_suspend(std::coroutine_handle<Promise> h) {
        const std::source_location where = h.promise().awaiting_at;
        for (gather_slot<T>& slot : slots_) slot.start(where);
        for (gather_slot<T>& slot : slots_) add(slot);
        if (!must_wait()) return false;
        suspend(h);
        return true;
    }

    auto await_resume() {
        throw_if_failed();
        using element =
            std::conditional_t<Outcomes, outcome<T>, typename gather_slot<T>::value_type>;
        static_assert(!std::is_reference_v<element>,
                      "a vector cannot hold references: gather tasks that return pointers");
        std::vector<element> results;
        results.reserve(slots_.size());
        for (gather_slot<T>& slot : slots_)
            if constexpr (Outcomes)
                results.push_back(slot.take_outcome());
            else
                results.push_back(slot.take_value());
        return results;
    }

private:
    void for_each(void (*visit)(gather_child&)) noexcept override {
        for (gather_slot<T>& slot : slots_) visit(slot);
    }

    std::vector<gather_slot<T>> slots_;
};

/// Runs all of them beside each other, as tasks that start at the loop's next
/// turn, and gives a std::tuple of their results in the order of the arguments
/// (std::monostate for void). The arguments are tasks, or handles of tasks that
/// run already: a moved handle gives its value away, another keeps it. Throws
/// the first failure, after the others were cancelled and have ended; further
/// failures are reported as never retrieved. If the one who waits is cancelled,
/// so are all children. An empty gather gives an empty tuple and does not wait.
template <detail::gatherable... Arguments>
auto gather(Arguments&&... arguments) {
    static_assert((detail::can_be_gathered<Arguments> && ...),
                  "gather owns its tasks: give it f() or std::move(task); and a handle whose "
                  "result cannot be copied as std::move(handle)");
    return gather_awaiter<
        false, typename detail::gather_result<std::remove_cvref_t<Arguments>>::type...>(
        std::forward<Arguments>(arguments)...);
}

/// The same for any number of one type; gives a std::vector.
template <class T>
auto gather(std::vector<task<T>> tasks) {
    return gather_vector_awaiter<false, T>(std::move(tasks));
}
template <class T>
auto gather(std::vector<task_handle<T>>&& handles) {
    return gather_vector_awaiter<false, T>(std::move(handles));
}
template <class T>
auto gather(const std::vector<task_handle<T>>& handles) {
    static_assert(std::copy_constructible<stored_t<T>>,
                  "these results cannot be copied: give the handles away, gather(std::move(v))");
    return gather_vector_awaiter<false, T>(handles);
}

/// As gather, but never throws for a child: waits for all, whatever happens to
/// them, and gives the outcome<T> of each. asyncio: return_exceptions=True.
template <detail::gatherable... Arguments>
auto gather_outcomes(Arguments&&... arguments) {
    static_assert((detail::can_be_gathered<Arguments> && ...),
                  "gather_outcomes owns its tasks: give it f() or std::move(task); and a handle "
                  "whose result cannot be copied as std::move(handle)");
    return gather_awaiter<
        true, typename detail::gather_result<std::remove_cvref_t<Arguments>>::type...>(
        std::forward<Arguments>(arguments)...);
}
template <class T>
auto gather_outcomes(std::vector<task<T>> tasks) {
    return gather_vector_awaiter<true, T>(std::move(tasks));
}
template <class T>
auto gather_outcomes(std::vector<task_handle<T>>&& handles) {
    return gather_vector_awaiter<true, T>(std::move(handles));
}
template <class T>
auto gather_outcomes(const std::vector<task_handle<T>>& handles) {
    static_assert(std::copy_constructible<stored_t<T>>,
                  "these results cannot be copied: give the handles away, "
                  "gather_outcomes(std::move(v))");
    return gather_vector_awaiter<true, T>(handles);
}

}  // namespace coro
