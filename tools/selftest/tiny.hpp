#pragma once
// The smallest task that can show whether a compiler gets coroutines right. It
// knows nothing of coro, so that a fault here is the compiler's and not ours.
// Each case_*.cpp beside this file tries one construct and returns 0 if it works.

#include <coroutine>
#include <cstdlib>
#include <utility>

namespace tiny {

/// A lazy task: started by whoever awaits it, or by start().
template <class T>
class task {
public:
    struct promise_type {
        T value{};
        std::coroutine_handle<> parent = std::noop_coroutine();

        struct final_awaiter {
            bool await_ready() const noexcept { return false; }
            std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> self) noexcept {
                return self.promise().parent;
            }
            void await_resume() const noexcept {}
        };

        task get_return_object() {
            return task(std::coroutine_handle<promise_type>::from_promise(*this));
        }
        std::suspend_always initial_suspend() const noexcept { return {}; }
        final_awaiter final_suspend() const noexcept { return {}; }
        void return_value(T result) { value = std::move(result); }
        void unhandled_exception() { std::abort(); }
    };

    class awaiter {
    public:
        explicit awaiter(std::coroutine_handle<promise_type> child) noexcept : child_(child) {}
        awaiter(const awaiter&) = delete;
        awaiter& operator=(const awaiter&) = delete;
        bool await_ready() const noexcept { return false; }
        std::coroutine_handle<> await_suspend(std::coroutine_handle<> parent) noexcept {
            child_.promise().parent = parent;
            return child_;
        }
        T await_resume() { return std::move(child_.promise().value); }

    private:
        std::coroutine_handle<promise_type> child_;
    };

    explicit task(std::coroutine_handle<promise_type> frame) noexcept : frame_(frame) {}
    task(task&& other) noexcept : frame_(std::exchange(other.frame_, nullptr)) {}
    task& operator=(task&&) = delete;
    ~task() {
        if (frame_) frame_.destroy();
    }

    awaiter operator co_await() const noexcept { return awaiter(frame_); }

    /// Runs it until it first suspends for good; true if it came to its end.
    bool start() {
        frame_.resume();
        return frame_.done();
    }

private:
    std::coroutine_handle<promise_type> frame_;
};

/// Counts how many of its kind are alive, to catch a destructor run twice.
class counted {
public:
    static inline int alive = 0;

    counted() noexcept { ++alive; }
    counted(const counted&) noexcept { ++alive; }
    counted(counted&&) noexcept { ++alive; }
    counted& operator=(const counted&) = default;
    ~counted() { --alive; }
};

}  // namespace tiny
