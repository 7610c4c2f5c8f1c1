#pragma once
// gather: runs several beside each other and waits for all; the results come
// in the order of the arguments. It owns its children: if one fails, or the
// one who waits is cancelled, the others are cancelled, and gather waits until
// they have ended, since they may refer to what the caller holds. asyncio:
// gather, which lets the siblings of a failure run on.
//
// Read next: gather_children.hpp, which does the waiting.

#include "coro/gather_slot.hpp"

#include <coroutine>
#include <source_location>
#include <type_traits>
#include <utility>
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

template <bool Outcomes, class Slots>
class [[nodiscard("co_await coro::gather(...)")]] gather_awaiter final : public awaiter,
                                                                         public gather_children {
public:
    template <class... Arguments>
    explicit gather_awaiter(Arguments&&... arguments)
        : gather_children(!Outcomes), slots_(std::forward<Arguments>(arguments)...) {}

    bool await_ready() const noexcept { return slots_.empty(); }

    template <class Promise>
    bool await_suspend(std::coroutine_handle<Promise> h) {
        begin();
        const std::source_location where = h.promise().awaiting_at;
        start_guard guard(*this);  // if one cannot be started, none is
        slots_.for_each([&](auto& slot) { slot.start(where); });
        slots_.for_each([&](auto& slot) { add(slot); });
        guard.all_started();
        if (!must_wait()) return false;
        suspend(h);
        return true;
    }

    auto await_resume() {
        throw_if_failed();
        return slots_.template results<Outcomes>();
    }

private:
    gather_child* child(std::size_t number) noexcept override { return slots_.at(number); }

    Slots slots_;
};

namespace detail {

template <bool Outcomes, class... Arguments>
auto gather_each(Arguments&&... arguments) {
    static_assert((can_be_gathered<Arguments> && ...),
                  "gather owns its tasks: write gather(f(), std::move(task)); a handle whose "
                  "result cannot be copied must be given away too: std::move(handle)");
    return gather_awaiter<Outcomes,
                          gather_tuple<typename std::remove_cvref_t<Arguments>::value_type...>>(
        std::forward<Arguments>(arguments)...);
}

template <bool Outcomes, class Argument, class Vector>
auto gather_all(Vector&& arguments) {
    static_assert(std::is_rvalue_reference_v<Vector&&> || can_be_gathered<Argument&>,
                  "gather owns its tasks: write gather(std::move(tasks)); handles whose results "
                  "cannot be copied must be given away too: std::move(handles)");
    return gather_awaiter<Outcomes, gather_vector<typename Argument::value_type>>(
        std::forward<Vector>(arguments));
}

}  // namespace detail

/// Runs all of them beside each other, as tasks that start at the loop's next
/// turn, and gives a std::tuple of their results in the order of the arguments
/// (std::monostate for void). The arguments are tasks, or handles of tasks that
/// run already: a moved handle gives its value away, another keeps it. Throws
/// the first failure, after the others were cancelled and have ended; further
/// failures are reported as never read. If the one who waits is cancelled, so
/// are all children. An empty gather gives an empty tuple and does not wait.
template <gather_argument... Arguments>
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
