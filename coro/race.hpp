#pragma once
// race: runs several beside each other until the first of them ends, in whatever
// way; the others are cancelled, and have ended before it goes on. asyncio has
// wait(..., return_when=FIRST_COMPLETED), which cancels nobody.

#include "coro/gather_wait.hpp"
#include "coro/race_outcome.hpp"

#include <type_traits>
#include <utility>
#include <vector>

namespace coro {

template <class Arguments>
class [[nodiscard("co_await coro::race(...)")]] race_awaiter final : public gather_wait<Arguments> {
    using base = gather_wait<Arguments>;

public:
    template <class... Given>
    explicit race_awaiter(Given&&... given)
        : base(base::stop_at::first_end, std::forward<Given>(given)...) {
        if (this->arguments_.size() == 0) this->throw_nothing_to_race();
    }

    bool await_ready() const noexcept { return false; }
    auto await_resume() {
        this->throw_if_stopped();
        return outcome_of(this->arguments_, this->first());
    }

    [[nodiscard]] wait_info describe() const noexcept override { return wait_info("race"); }
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
        return race_awaiter<all>(std::forward<Arguments>(arguments)...);
    }
}

/// The same for any number of one type; gives a race_result: the index of the first
/// and its outcome. Throws std::invalid_argument if there are none.
template <gather_argument Argument>
auto race(std::vector<Argument>&& arguments) {
    return race_awaiter<gather_vector<Argument, true>>(std::move(arguments));
}
template <gather_argument Argument>
auto race(std::vector<Argument>& arguments) {
    static_assert(can_be_gathered<Argument&>,
                  "race owns its tasks: write race(std::move(tasks)); handles whose results "
                  "cannot be copied must be given away too: std::move(handles)");
    return race_awaiter<gather_vector<Argument, false>>(arguments);
}

}  // namespace coro
