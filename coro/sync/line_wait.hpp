#pragma once
// A wait in a line: what event, mutex, semaphore, condition, queue and future are
// made of. Each has a waiting_line, whoever must wait stands in it, and a cancel
// leaves it from wherever it stands.

#include "coro/awaitable.hpp"
#include "coro/loop/event_loop.hpp"
#include "coro/loop/operation.hpp"
#include "coro/loop/wait_list.hpp"

#include <coroutine>
#include <string_view>

namespace coro {

class line_wait;

/// Those who wait for one thing, first come, first served.
class waiting_line {
public:
    /// `waits_for` is what the reports say: a literal.
    explicit waiting_line(const char* waits_for) noexcept : waits_for_(waits_for) {}
    waiting_line(const waiting_line&) = delete;
    waiting_line& operator=(const waiting_line&) = delete;
    /// Who still waits will wait for ever, or until it is cancelled.
    inline ~waiting_line();

    [[nodiscard]] bool empty() const noexcept { return waiting_.empty(); }
    /// The first, who is out of the line now. The line must not be empty.
    inline line_wait& pop_front() noexcept;
    /// Lets the first go on, or all.
    inline void wake_first() noexcept;
    void wake_all() noexcept {
        while (!empty()) wake_first();
    }

private:
    friend class line_wait;

    wait_list waiting_;
    const char* waits_for_;
};

class line_wait : public awaiter, public operation, private wait_node {
public:
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> h) {
        begin();
        line_->waiting_.push_back(*this);
        suspend(h);
    }

    void cancel() noexcept override {
        leave();
        complete(completion::cancelled);
    }
    [[nodiscard]] wait_info describe() const noexcept override {
        return wait_info(line_ != nullptr ? std::string_view(line_->waits_for_)
                                          : "something that was destroyed");
    }

    /// Its turn has come: the task goes on.
    void wake() noexcept { complete(); }

protected:
    explicit line_wait(waiting_line& line) noexcept : wait_node(&notified), line_(&line) {}

    // A frame may be destroyed where it waits, if the loop has given up.
    ~line_wait() override {
        if (waiter_ != nullptr && pending()) [[unlikely]]
            leave();
    }

private:
    friend class waiting_line;

    static void notified(wait_node& node) noexcept { static_cast<line_wait&>(node).wake(); }
    void leave() noexcept {
        if (line_ != nullptr) line_->waiting_.remove(*this);
    }

    waiting_line* line_;  // null if it was destroyed while this stood in it
};

inline line_wait& waiting_line::pop_front() noexcept {
    return static_cast<line_wait&>(waiting_.pop_front());
}

inline void waiting_line::wake_first() noexcept {
    pop_front().wake();
}

inline waiting_line::~waiting_line() {
    while (!empty()) [[unlikely]]
        pop_front().line_ = nullptr;
}

}  // namespace coro
