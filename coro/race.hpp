#pragma once
// race: runs several beside each other until the first of them ends, in whatever
// way; the others are cancelled, and have ended before it goes on. asyncio has
// wait(..., return_when=FIRST_COMPLETED), which cancels nobody.

#include "coro/gather_arguments.hpp"
#include "coro/race_outcome.hpp"

#include <coroutine>
#include <type_traits>
#include <utility>
#include <vector>

namespace coro {

template <class Arguments>
class [[nodiscard("co_await coro::race(...)")]] race_awaiter final : public awaiter,
                                                                     public gather_children {
public:
    template <class Given>
    race_awaiter(std::in_place_t, Given&& given)
        : gather_children(stop_at::first_end), arguments_(std::forward<Given>(given)) {
        check();
    }
    template <class... Given>
    race_awaiter(std::in_place_type_t<Arguments>, Given&&... given)
        : gather_children(stop_at::first_end), arguments_(std::forward<Given>(given)...) {
        check();
    }

    bool await_ready() const noexcept { return false; }

    template <class Promise>
    bool await_suspend(std::coroutine_handle<Promise> h) {
        begin();
        use(arguments_.places(), arguments_.size());
        start_guard guard(*this);
        arguments_.start([this](gather_child& place, task_base& child) { add(place, child); },
                         h.promise().awaiting_at);
        guard.all_started();
        if (!must_wait()) return false;
        suspend(h);
        return true;
    }

    auto await_resume() {
        throw_if_stopped();
        return outcome_of(arguments_, first());
    }

    [[nodiscard]] wait_info describe() const noexcept override { return wait_info("race"); }

private:
    void check() {
        if (arguments_.size() == 0) throw_nothing_to_race();
        if (arguments_.any_empty()) throw_empty_argument();
    }

    Arguments arguments_;
};

/// Runs all of them beside each other, as gather does, until the first has ended: with
/// a value, an exception, or cancelled. Gives a std::variant of their outcomes that
/// holds that one's, at its place. The others are cancelled, and have ended before;
/// what they failed with is reported as never read. If the one who waits is cancelled,
/// so are all.
template <class... Arguments>
    requires(sizeof...(Arguments) != 0 && !(is_vector<std::remove_cvref_t<Arguments>> || ...))
auto race(Arguments&&... arguments) {
    constexpr bool right = (gather_argument<Arguments> && ...);
    static_assert(right, "race takes tasks and task handles. Did you forget to call a coroutine: "
                         "race(f(), g())? To race against a sleep, put it into a coroutine");
    if constexpr (right) {
        static_assert((can_be_gathered<Arguments> && ...),
                      "race owns its tasks: write race(f(), std::move(task)); a handle whose "
                      "result cannot be copied must be given away too: std::move(handle)");
        using all = gather_tuple<Arguments...>;
        return race_awaiter<all>(std::in_place_type<all>, std::forward<Arguments>(arguments)...);
    }
}

/// The same for any number of one type; gives a race_result: the index of the first
/// and its outcome. Throws std::invalid_argument if there are none.
template <gather_argument Argument>
auto race(std::vector<Argument>&& arguments) {
    return race_awaiter<gather_vector<Argument, true>>(std::in_place, std::move(arguments));
}
template <gather_argument Argument>
auto race(std::vector<Argument>& arguments) {
    static_assert(can_be_gathered<Argument&>,
                  "race owns its tasks: write race(std::move(tasks)); handles whose results "
                  "cannot be copied must be given away too: std::move(handles)");
    return race_awaiter<gather_vector<Argument, false>>(std::in_place, arguments);
}

}  // namespace coro
