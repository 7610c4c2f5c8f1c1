#pragma once
// How a wait begins and how it ends: the parts of operation that need to know
// the loop. Included by event_loop.hpp.

#include "coro/loop/event_loop.hpp"
#include "coro/loop/operation.hpp"

namespace coro {

inline void operation::begin() {
    if (waiter_ != nullptr) [[unlikely]]
        throw_awaited_twice();
    waiter_ = event_loop::current()->current_task();
}

inline void operation::suspend_frame(frame& leaf) noexcept {
    event_loop* loop = event_loop::current();
    waiter_ = loop->current_task();
    loop->suspend_running(*this, leaf);
}

inline void operation::throw_if_requested() {
    if (event_loop::current()->current_task()->cancel_pending) [[unlikely]]
        throw_requested();
}

inline bool operation::complete(completion how) noexcept {
    if (how_ != completion::pending) return false;
    how_ = how;
    event_loop::current()->resume_waiter(*waiter_);
    return true;
}

}  // namespace coro
