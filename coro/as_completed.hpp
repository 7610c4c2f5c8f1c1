#pragma once
// as_completed: the results of several tasks in the order in which they end. It only
// observes: to leave the loop early leaves the tasks running. asyncio: as_completed.

#include "coro/as_completed_range.hpp"
#include "coro/create_task.hpp"

#include <concepts>
#include <vector>

namespace coro {

/// For a range-based `for`, once for each handle:
///
///     for (auto& next : coro::as_completed(handles)) {
///         auto [index, result] = co_await next;
///     }
///
/// `index` is the place in the vector, `result` the outcome. An empty vector gives
/// nothing. The handles keep their results; with std::move(handles) they are moved
/// out. A cancel of the one who waits ends its wait, and no task.
template <class T>
as_completed_range<T, false> as_completed(const std::vector<task_handle<T>>& handles) {
    static_assert(std::copy_constructible<stored_t<T>>,
                  "as_completed copies results, and these can only be moved: write "
                  "as_completed(std::move(handles))");
    return as_completed_range<T, false>(handles);
}
template <class T>
as_completed_range<T, true> as_completed(std::vector<task_handle<T>>&& handles) {
    return as_completed_range<T, true>(handles);
}

/// For what is no vector of handles: says what was probably meant.
template <class... Given>
void as_completed(const Given&...) {
    static_assert(detail::never<Given...>,
                  "as_completed looks on at tasks that run, and takes a vector of their handles: "
                  "handles.push_back(coro::create_task(f()))");
}

}  // namespace coro
