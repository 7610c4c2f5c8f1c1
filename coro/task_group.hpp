#pragma once
// What the body of with_task_group starts its tasks with, and what knows of them
// until they have ended. Read with_task_group.hpp first, and task_group.cpp next.

#include "coro/create_task.hpp"
#include "coro/exception_group.hpp"
#include "coro/task.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <source_location>
#include <string_view>
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

    /// For what is no task: says what was probably meant.
    template <class T>
    void start(const T&, std::string_view = {}) {
        static_assert(detail::never<T>,
                      "a group starts tasks. Did you forget to call the coroutine: "
                      "group.start(f())? An awaiter such as coro::sleep() is awaited inside one");
    }

    /// For a group outside of with_task_group: says how one is made.
    template <class T = void>
    task_group() {
        static_assert(detail::never<T>,
                      "a group cannot join its tasks in a destructor. It is made by "
                      "with_task_group: auto body = [&](coro::task_group& group) -> coro::task<> "
                      "{ ... }; co_await coro::with_task_group(body)");
    }

    // For with_task_group.
    struct made_by_with_task_group {};
    explicit task_group(made_by_with_task_group);
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
    [[nodiscard]] bool asked_from_outside() const noexcept;
    void cancel_members() noexcept;
    void unlink(group_member& who) noexcept;

    task_base& owner_;  // the task that awaits the group, and runs its body
    unsigned requests_before_;  // to cancel the owner, when the group began
    bool pending_before_;
    std::uint16_t told_before_join_ = 0;  // of the requests: those before outer_cancel_
    std::size_t running_ = 0;
    group_member* first_ = nullptr;  // in the order in which they were started
    group_member* last_ = nullptr;
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

}  // namespace coro
