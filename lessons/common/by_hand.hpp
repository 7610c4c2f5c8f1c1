#pragma once
// The coroutine type of the lesson by_hand, for lessons that need one and explain
// something else: it stops before its first line, and goes on when it is resumed.

#include <coroutine>
#include <exception>

namespace lesson {

struct by_hand {
    struct promise_type {
        by_hand get_return_object() noexcept {
            return by_hand{handle_type::from_promise(*this)};
        }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        void return_void() noexcept {}
        void unhandled_exception() noexcept { std::terminate(); }
    };
    using handle_type = std::coroutine_handle<promise_type>;

    handle_type handle;  // whoever has it frees the frame, by destroy()
};

}  // namespace lesson
