#pragma once
// gather_outcomes: gather for those who want to hear of every child how it
// ended, failures included. asyncio: gather(..., return_exceptions=True).

#include "coro/gather.hpp"

#include <utility>
#include <vector>

namespace coro {

/// As gather, but never throws for a child and never stops the others: waits
/// for all and gives a std::tuple of their outcome<T>. Throws `cancelled` if
/// the one who waits is cancelled and that ended a child.
template <class... Arguments>
    requires(!(is_vector<std::remove_cvref_t<Arguments>> || ...))
auto gather_outcomes(Arguments&&... arguments) {
    return detail::gather_each<true>(std::forward<Arguments>(arguments)...);
}

/// The same for any number of one type; gives a std::vector.
template <gather_argument Argument>
auto gather_outcomes(std::vector<Argument>&& arguments) {
    return detail::gather_all<true, Argument>(std::move(arguments));
}
template <gather_argument Argument>
auto gather_outcomes(std::vector<Argument>& arguments) {
    return detail::gather_all<true, Argument>(arguments);
}
template <gather_argument Argument>
auto gather_outcomes(const std::vector<Argument>& arguments) {
    return detail::gather_all<true, Argument>(arguments);
}

}  // namespace coro
