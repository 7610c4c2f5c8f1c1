#pragma once
// The arguments of gather, each with its type: a task that is yet to be
// started or the handle of one that runs, and what it brings. A gather holds
// them side by side, as a tuple of different types or as a vector of one.

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

template <class T>
class gather_slot final : public gather_child {
public:
    using value_type = std::conditional_t<std::is_void_v<T>, std::monostate, T>;

    gather_slot() noexcept {}
    template <class Argument>
    explicit gather_slot(Argument&& argument) {
        set(std::forward<Argument>(argument));
    }

    void set(task<T>&& unstarted) {
        if (unstarted.empty())
            throw invalid_state("gather: one of the tasks was awaited, started or moved from "
                                "already. A task runs once; call the coroutine again.");
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

    /// What the child brought: its value, or how it ended. From a handle that
    /// was not given away it is copied.
    template <bool Outcome>
    [[nodiscard]] std::conditional_t<Outcome, outcome<T>, value_type> result() {
        outcome<T>& ended = static_cast<task_state<T>&>(read()).result;
        if constexpr (std::copy_constructible<stored_t<T>>)
            if (!take_) return given<Outcome>(ended);
        return given<Outcome>(std::move(ended));
    }

private:
    template <bool Outcome, class Ended>
    static std::conditional_t<Outcome, outcome<T>, value_type> given(Ended&& ended) {
        if constexpr (Outcome)
            return std::forward<Ended>(ended);
        else if constexpr (std::is_void_v<T>)
            return {};
        else
            return std::forward<Ended>(ended).value();
    }

    task<T> unstarted_;
    bool take_ = false;
};

/// The slots of gather(a, b, ...).
template <class... T>
class gather_tuple {
public:
    template <class... Arguments>
    explicit gather_tuple(Arguments&&... arguments)
        : slots_(std::forward<Arguments>(arguments)...) {}

    [[nodiscard]] bool empty() const noexcept { return sizeof...(T) == 0; }

    [[nodiscard]] gather_child* at(std::size_t number) noexcept {
        gather_child* found = nullptr;
        for_each([&](gather_child& slot) {
            if (number-- == 0) found = &slot;
        });
        return found;
    }

    template <class Visit>
    void for_each(Visit visit) {
        std::apply([&](auto&... slot) { (visit(slot), ...); }, slots_);
    }

    template <bool Outcome>
    auto results() {
        return std::apply(
            [](auto&... slot) {
                return std::tuple<decltype(slot.template result<Outcome>())...>(
                    slot.template result<Outcome>()...);
            },
            slots_);
    }

private:
    std::tuple<gather_slot<T>...> slots_;
};

/// The slots of gather(vector).
template <class T>
class gather_vector {
public:
    template <class Arguments>
    explicit gather_vector(Arguments&& arguments) : slots_(arguments.size()) {
        std::size_t next = 0;
        for (auto& argument : arguments)
            if constexpr (std::is_lvalue_reference_v<Arguments>)
                slots_[next++].set(argument);
            else
                slots_[next++].set(std::move(argument));
    }

    [[nodiscard]] bool empty() const noexcept { return slots_.empty(); }

    [[nodiscard]] gather_child* at(std::size_t number) noexcept {
        return number < slots_.size() ? &slots_[number] : nullptr;
    }

    template <class Visit>
    void for_each(Visit visit) {
        for (gather_slot<T>& slot : slots_) visit(slot);
    }

    template <bool Outcome>
    auto results() {
        using element = decltype(slots_[0].template result<Outcome>());
        static_assert(!std::is_reference_v<element>,
                      "a vector cannot hold references: gather tasks that return pointers");
        std::vector<element> all;
        all.reserve(slots_.size());
        for (gather_slot<T>& slot : slots_) all.push_back(slot.template result<Outcome>());
        return all;
    }

private:
    std::vector<gather_slot<T>> slots_;
};

}  // namespace coro
