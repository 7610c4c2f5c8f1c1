#pragma once
// with_task_group: a scope for tasks. Its body starts as many as it likes; when the
// scope has ended, all of them have. If one fails, the others are cancelled, and the
// body with them. asyncio: TaskGroup.
//
// The scope is an awaited expression and not an object, since a destructor cannot
// wait for tasks. What the tasks refer to must be declared outside of the body.

#include "coro/task.hpp"
#include "coro/task_group.hpp"

#include <type_traits>
#include <utility>

namespace coro {

// The wait for the members. It goes on until all of them have ended, whatever comes.
class group_join final : public awaiter, public operation {
public:
    explicit group_join(task_group& which) noexcept : group_(which) {}

    bool await_ready() const noexcept { return group_.running_ == 0; }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> h) {
        begin();
        group_.joining_ = this;
        suspend(h);
    }
    void await_resume() noexcept { group_.joining_ = nullptr; }

    void all_ended() noexcept { complete(); }
    void cancel() noexcept override;
    [[nodiscard]] wait_info describe() const noexcept override { return wait_info("task group"); }
    [[nodiscard]] task_base* awaited(std::size_t number) const noexcept override;
    // It has started them all.
    bool leave(task_base& /*member*/) noexcept override { return false; }
    [[nodiscard]] bool is_owner() const noexcept override { return true; }
    void end_early() noexcept override {}

private:
    task_group& group_;
};

/// `co_await with_task_group(body)`: awaits `body(group)`, a coroutine that starts
/// tasks with group.start(), and then the tasks; gives what the body returns. If the
/// body or a task fails, all others are cancelled, and when they have ended an
/// exception_group with every failure is thrown, also for one. If the one who waits is
/// cancelled, all are, and if nothing fails `cancelled` is thrown.
///
/// `body` is a named function object that outlives the group:
///
///     auto body = [&](coro::task_group& group) -> coro::task<> { ... };
///     co_await coro::with_task_group(body);
template <class Body>
auto with_task_group(Body& body)
    -> task<typename std::invoke_result_t<Body&, task_group&>::value_type> {
    using T = typename std::invoke_result_t<Body&, task_group&>::value_type;
    static_assert(!std::is_reference_v<T>, "the body of a group returns a value, or void");
    task_group group(task_group::made_by_with_task_group{});
    outcome<T> ended;
    try {
        task<T> running = body(group);
        if constexpr (std::is_void_v<T>) {
            co_await running;
            ended.emplace();
        } else {
            T value = co_await running;
            ended.emplace(std::move(value));
        }
    } catch (...) {
        ended.capture_exception();
    }
    group.body_ended(!ended.has_value(), ended.was_cancelled() ? nullptr : ended.error());
    group_join all = group.join();
    co_await all;
    group.settle(ended.was_cancelled());
    co_return std::move(ended).value();
}

/// For a body that is none, and a lambda without a name: says what to do.
template <class Body>
    requires(!requires { typename std::invoke_result_t<Body&, task_group&>::value_type; })
detail::refused with_task_group(Body&) {
    static_assert(detail::never<Body>,
                  "the body of a group is a coroutine that takes the group by reference: auto body "
                  "= [&](coro::task_group& group) -> coro::task<> { ... }. If it awaits nothing, "
                  "it ends with co_return");
    return detail::refused();
}
template <class Body>
    requires(!std::is_lvalue_reference_v<Body>)
detail::refused with_task_group(Body&&) {
    static_assert(detail::never<Body>,
                  "give the body of the group a name, so that what it captures is there to the "
                  "end: auto body = [&](coro::task_group& group) -> coro::task<> { ... }; "
                  "co_await coro::with_task_group(body)");
    return detail::refused();
}

}  // namespace coro
