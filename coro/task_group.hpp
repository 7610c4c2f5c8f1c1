#pragma once
// with_task_group: a scope for tasks. Its body starts as many as it likes; when the
// scope has ended, all of them have. If one fails, the others are cancelled, and the
// body with them. asyncio: TaskGroup.
//
// The scope is an awaited expression and not an object, since a destructor cannot
// wait for tasks. What the tasks refer to must be declared outside of the body.
//
// Read next: task_group.cpp, which does the joining.

#include "coro/create_task.hpp"
#include "coro/exception_group.hpp"
#include "coro/task.hpp"

#include <cstddef>
#include <exception>
#include <source_location>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace coro {

class group_join;
class group_member;

class task_group {
public:
    task_group(const task_group&) = delete;
    task_group& operator=(const task_group&) = delete;

    /// Starts a task in the group, as create_task does; tasks of the group may do so
    /// too. Its failure, if it has one, is the group's. In a group that is being
    /// cancelled it is cancelled before it starts. Throws invalid_state once the group
    /// has ended, or if the task was awaited before.
    template <class T>
    task_handle<T> start(task<T> child, std::string_view name = {},
                         std::source_location where = std::source_location::current()) {
        reserve_member();
        const task_handle<T> handle = create_task(std::move(child), name, where);
        add(handle.base());
        return handle;
    }

    // For with_task_group.
    task_group();
    ~task_group();
    void body_ended(bool failed, const std::exception_ptr& error) noexcept;
    group_join join() noexcept;
    void settle(bool body_cancelled);

private:
    friend class group_join;
    friend class group_member;

    void reserve_member();
    void add(task_base& child) noexcept;
    void member_ended(group_member& who) noexcept;
    void fail(const std::exception_ptr& error) noexcept;
    void cancel_members() noexcept;
    void unlink(group_member& who) noexcept;

    task_base& owner_;  // the task that awaits the group, and runs its body
    unsigned requests_before_;
    std::size_t running_ = 0;
    group_member* first_ = nullptr;
    group_member* spare_ = nullptr;
    group_join* joining_ = nullptr;  // once the body has ended
    std::vector<std::exception_ptr> failures_;
    bool body_runs_ = true;
    bool ended_ = false;
    bool stopping_ = false;         // the members were cancelled
    bool owner_cancelled_ = false;  // by us, since a member had failed
    bool outer_cancel_ = false;     // came while we joined
    bool member_cancelled_ = false;
};

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
    [[nodiscard]] bool may_end_early() const noexcept override { return false; }
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
    task_group group;
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

/// For a lambda without a name: says what to do.
template <class Body>
    requires(!std::is_lvalue_reference_v<Body>)
void with_task_group(Body&&) {
    static_assert(detail::never<Body>,
                  "give the body of the group a name, so that what it captures is there to the "
                  "end: auto body = [&](coro::task_group& group) -> coro::task<> { ... }; "
                  "co_await coro::with_task_group(body)");
}

}  // namespace coro
