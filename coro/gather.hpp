#pragma once
// gather: runs several beside each other and waits for all; the results come
// in the order of the arguments. It owns its children: if one fails, or the
// one who waits is cancelled, the others are cancelled, and gather waits until
// they have ended, since they may refer to what the caller holds. asyncio:
// gather, which lets the siblings of a failure run on.
//
// Read next: gather_children.hpp, which does the waiting.

#include "coro/gather_wait.hpp"

#include <type_traits>
#include <utility>
#include <vector>

namespace coro {

template <bool Outcomes, class Arguments>
class [[nodiscard("co_await coro::gather(...)")]] gather_awaiter final
    : public gather_wait<Arguments> {
    using base = gather_wait<Arguments>;

public:
    template <class... Given>
    explicit gather_awaiter(Given&&... given)
        : base(Outcomes ? base::stop_at::nothing : base::stop_at::first_failure,
               std::forward<Given>(given)...) {}

    bool await_ready() const noexcept { return this->arguments_.size() == 0; }
    auto await_resume() {
        this->throw_if_failed();
        return this->arguments_.template results<Outcomes>();
    }
};

namespace detail {

template <bool Outcomes, class... Arguments>
auto gather_each(Arguments&&... arguments) {
    constexpr bool right = (gather_argument<Arguments> && ...);
    static_assert(right, "gather takes tasks and task handles. Did you forget to call a coroutine: "
                         "gather(f(), g())? To gather a sleep, put it into a coroutine");
    if constexpr (right) {
        static_assert((can_be_gathered<Arguments> && ...),
                      "gather owns its tasks: write gather(f(), std::move(task)); a handle whose "
                      "result cannot be copied must be given away too: std::move(handle)");
        return gather_awaiter<Outcomes, gather_tuple<Arguments...>>(
            std::forward<Arguments>(arguments)...);
    }
}

template <bool Outcomes, class Argument, class Vector>
auto gather_all(Vector&& arguments) {
    constexpr bool given_away = !std::is_lvalue_reference_v<Vector>;
    static_assert(given_away || can_be_gathered<Argument&>,
                  "gather owns its tasks: write gather(std::move(tasks)); handles whose results "
                  "cannot be copied must be given away too: std::move(handles)");
    return gather_awaiter<Outcomes, gather_vector<Argument, given_away>>(
        std::forward<Vector>(arguments));
}

}  // namespace detail

/// Runs all of them beside each other, as tasks that start at the loop's next
/// turn, and gives a std::tuple of their results in the order of the arguments
/// (std::monostate for void). The arguments are tasks, or handles of tasks that
/// run already: a moved handle gives its value away, another keeps it. Throws
/// the first failure (also `cancelled`, if somebody else cancelled a child), after
/// the others were cancelled and have ended; further failures are reported as
/// never read. If the one who waits is cancelled, so are all children. (Where tasks
/// wait for one another in a circle it then ends before one whose handle it was given
/// has, but never before one that it has started.) Does not wait if there are none, or
/// if all have ended. Throws invalid_state for a task that was awaited or started
/// before, or that would gather itself.
template <class... Arguments>
    requires(!(is_vector<std::remove_cvref_t<Arguments>> || ...))
auto gather(Arguments&&... arguments) {
    return detail::gather_each<false>(std::forward<Arguments>(arguments)...);
}

/// The same for any number of one type; gives a std::vector.
template <gather_argument Argument>
auto gather(std::vector<Argument>&& arguments) {
    return detail::gather_all<false, Argument>(std::move(arguments));
}
template <gather_argument Argument>
auto gather(std::vector<Argument>& arguments) {
    return detail::gather_all<false, Argument>(arguments);
}
template <gather_argument Argument>
auto gather(const std::vector<Argument>& arguments) {
    return detail::gather_all<false, Argument>(arguments);
}

}  // namespace coro
