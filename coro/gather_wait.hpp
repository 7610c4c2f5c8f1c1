#pragma once
// What `co_await gather(...)` and `co_await race(...)` do first: they start the
// children that do not run yet, and wait. What comes out of it is theirs.

#include "coro/gather_arguments.hpp"

#include <coroutine>
#include <cstddef>
#include <utility>

namespace coro {

template <class Arguments>
class gather_wait : public awaiter, public gather_children {
public:
    template <class Promise>
    bool await_suspend(std::coroutine_handle<Promise> h) {
        if (arguments_.any_empty()) throw_empty_argument(h.promise().awaiting_at);
        begin();
        use(arguments_.places(), arguments_.size());
        start_guard guard(*this);  // if one cannot be started, none is
        arguments_.start([this](gather_child& place, task_base& child) { add(place, child); },
                         h.promise().awaiting_at);
        guard.all_started();
        if (!must_wait()) return false;
        suspend(h);
        return true;
    }

protected:
    template <class... Given>
    explicit gather_wait(stop_at when, Given&&... given)
        : gather_children(when), arguments_(std::forward<Given>(given)...) {}

    Arguments arguments_;

private:
    [[nodiscard]] bool was_given_handle(std::size_t number) const noexcept override {
        return Arguments::was_given_handle(number);
    }
};

}  // namespace coro
