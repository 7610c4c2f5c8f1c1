#pragma once
// The arguments of gather side by side: a tuple of different types or a vector
// of one, each with the place of its child.

#include "coro/gather_argument.hpp"
#include "coro/gather_children.hpp"

#include <cstddef>
#include <source_location>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace coro {

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
    [[nodiscard]] static bool was_given_handle(std::size_t number) noexcept {
        constexpr bool given[] = {is_handle<std::remove_cvref_t<Arguments>>..., false};
        return given[number];
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
    [[nodiscard]] static bool was_given_handle(std::size_t) noexcept { return is_handle<Argument>; }

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
