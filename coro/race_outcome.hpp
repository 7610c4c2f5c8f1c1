#pragma once
// What a race gives: the outcome of the first to end, out of the arguments of a
// gather. See race.hpp.

#include "coro/gather_arguments.hpp"

#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>

namespace coro {

/// Which of a vector's tasks was the first to end, and how.
template <class T>
struct race_result {
    std::size_t index;
    outcome<T> result;
};

template <class Argument>
using outcome_of_argument = outcome<typename std::remove_cvref_t<Argument>::value_type>;

template <class Argument>
outcome_of_argument<Argument> outcome_at(const gather_child& place) {
    return result_of<true, !std::is_reference_v<Argument>,
                     typename std::remove_cvref_t<Argument>::value_type>(place);
}

/// The outcome of the child at this place, as one of a std::variant.
template <class... Arguments, std::size_t... I>
auto outcome_of(gather_tuple<Arguments...>& all, std::size_t which, std::index_sequence<I...>) {
    std::variant<outcome_of_argument<Arguments>...> ended;
    const auto take = [&]<std::size_t Place, class Argument>() {
        if (Place == which)
            ended.template emplace<Place>(outcome_at<Argument>(all.places()[Place]));
    };
    (take.template operator()<I, Arguments>(), ...);
    return ended;
}
template <class... Arguments>
auto outcome_of(gather_tuple<Arguments...>& all, std::size_t which) {
    return outcome_of(all, which, std::index_sequence_for<Arguments...>());
}

/// The same of a vector, with its index.
template <class Argument, bool Take>
auto outcome_of(gather_vector<Argument, Take>& all, std::size_t which) {
    using T = typename Argument::value_type;
    return race_result<T>{which, result_of<true, Take, T>(all.places()[which])};
}

}  // namespace coro
