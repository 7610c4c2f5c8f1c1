#pragma once
// task<T>: a coroutine that has not started (asyncio: a coroutine object).
// Calling `task<int> f()` makes it and stops before its first line; `co_await
// f()` runs it there and then, as a part of the task that awaits it. To be a
// task of its own, as the comments mean it, it goes to create_task() or gather().
//
// Three parts: the promise (what the compiler asks of a coroutine), task<T>
// (who owns it until it is awaited), and the awaiter (what `co_await` does).
// Read next: outcome.hpp, create_task.hpp, loop/event_loop.hpp.

#include "coro/awaitable.hpp"
#include "coro/loop/event_loop.hpp"
#include "coro/outcome.hpp"
#include "coro/task_room.hpp"

#include <concepts>
#include <coroutine>
#include <cstddef>
#include <source_location>
#include <type_traits>
#include <utility>

namespace coro {

template <class T>
class promise;
template <class T>
class task;
template <class T>
class task_awaiter;

// As a defaulted argument of get_return_object(): the coroutine's name, and the line
// where its body begins (clang) or ends (g++).
using body_location = std::source_location;

// What the promises of all T share.
template <class T>
class promise_base : public frame {
public:
    task<T> get_return_object(body_location body = body_location::current()) noexcept;
    std::suspend_always initial_suspend() const noexcept { return {}; }

    // The end: a note to the loop says that the parent goes on or, if this is a
    // root, that its task has ended. The coroutine does not stop here: its frame
    // is gone when the note is read. (To stop would cost a third of a short child.)
    std::suspend_never final_suspend() const noexcept {
        event_loop* loop = event_loop::current();
        if (parent != nullptr)
            loop->transfer_to(parent);
        else
            loop->root_ended();
        return {};
    }

    void unhandled_exception() noexcept {
        result->capture_exception();
        event_loop::current()->exception_left(*this, result->was_cancelled());
    }

    // Every co_await of a task<> body comes through here, with the line it
    // stands in. It returns a new object, never a reference: g++ 12 would copy
    // the awaiter.
    template <class Awaited>
    auto await_transform(Awaited&& awaited,
                         std::source_location where = std::source_location::current()) {
        awaiting_at = where;
        return make_awaiter(std::forward<Awaited>(awaited));
    }

    static void* operator new(std::size_t size) { return task_room<T>::allocate_frame(size); }
    static void operator delete(void* frame, std::size_t size) noexcept {
        task_room<T>::free_frame(frame, size);
    }

    outcome<T>* result;  // in its parent's awaiter or, of a root, in its task
};

template <class T>
class promise final : public promise_base<T> {
public:
    template <class U = T>
    void return_value(U&& value) {
        static_assert(std::constructible_from<stored_t<T>, U>,
                      "co_return: this value does not convert to the result of the task. Is it a "
                      "task itself? Its result is auto value = co_await f(); co_return value;");
        this->result->emplace(std::forward<U>(value));
    }
};

template <class T>
class promise<T&> final : public promise_base<T&> {
public:
    void return_value(T& value) noexcept { this->result->emplace(&value); }
};

template <>
class promise<void> final : public promise_base<void> {
public:
    void return_void() noexcept { result->emplace(); }
};

/// A coroutine that has not started yet. T may be void, a reference, movable only,
/// and not default-constructible. Dropping one that was never awaited runs none of it.
template <class T = void>
class [[nodiscard("a task does nothing until it is awaited: write co_await f(), or start it with "
                  "coro::create_task(f())")]] task {
public:
    using promise_type = promise<T>;
    using value_type = T;

    /// An empty one: there is nothing in it to await.
    task() noexcept {}
    task(const task&) = delete;  // a task runs once: give it away by std::move
    task(const value_for<task> auto&) = delete;  // a coroutine gives its result by co_return
    operator stored_t<T>() const = delete;  // its result is what awaiting it gives: co_await f()
    task& operator=(const task&) = delete;
    task(task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    task& operator=(task&& other) noexcept {
        task given(std::move(other));
        std::swap(handle_, given.handle_);
        return *this;
    }
    ~task() {
        if (!handle_) return;
        report_never_awaited(handle_.promise(), task_room<T>::block_of(handle_.address()));
        handle_.destroy();
    }

    /// Runs the coroutine now, to its end, and gives its result. Not a trip
    /// through the loop: the others get a turn only if it waits for something.
    /// Throws what the coroutine throws; invalid_state if it was awaited, moved
    /// or given away before.
    task_awaiter<T> operator co_await() && {
        if (!handle_) throw_used_task("co_await");
        return task_awaiter<T>(std::exchange(handle_, nullptr));
    }
    task_awaiter<T> operator co_await() & { return std::move(*this).operator co_await(); }

    /// Was it awaited, started, moved from, or never filled?
    [[nodiscard]] bool empty() const noexcept { return handle_ == nullptr; }

    /// For the library: makes a task of the coroutine, which must be there.
    task_state<T>* adopt(const char* name, std::source_location where) noexcept {
        task_state<T>* state = task_room<T>::adopt(handle_, name, where);
        handle_ = nullptr;
        return state;
    }

private:
    friend promise_base<T>;
    task(promise_type& promise, body_location body) noexcept
        : handle_(std::coroutine_handle<promise_type>::from_promise(promise)) {
        promise.awaiting_at = body;
    }

    std::coroutine_handle<promise_type> handle_ = nullptr;
};

/// `co_await task`: owns the child until it starts, and holds its result.
template <class T>
class [[nodiscard]] task_awaiter final : public awaiter {
public:
    explicit task_awaiter(std::coroutine_handle<promise<T>> child) noexcept : child_(child) {}
    ~task_awaiter() {
        if (child_) child_.destroy();
    }

    bool await_ready() const noexcept { return false; }

    template <class Parent>
    void await_suspend(std::coroutine_handle<Parent> parent) noexcept {
        promise<T>& child = std::exchange(child_, nullptr).promise();
        child.parent = &parent.promise();
        child.result = &result_;
        event_loop::current()->transfer_to(&child);
    }

    T await_resume() { return std::move(result_).value(); }

private:
    std::coroutine_handle<promise<T>> child_;
    outcome<T> result_;
};

template <class T>
task<T> promise_base<T>::get_return_object(body_location body) noexcept {
    return task<T>(static_cast<promise<T>&>(*this), body);
}

}  // namespace coro

// A parameter of type T&& is a reference to something that is gone by the time
// the coroutine runs. Refused here, where the compiler asks for the promise.
template <class T, class... Args>
struct std::coroutine_traits<coro::task<T>, Args...> {
    static_assert((!std::is_rvalue_reference_v<Args> && ...),
                  "a coroutine parameter of type T&& would dangle: the coroutine starts after the "
                  "call, when the temporary is gone. Take it by value: T");
    using promise_type = coro::promise<T>;
};
