#pragma once
// A wait in a line: what event, mutex, semaphore, condition, queue and future are
// made of. Each has a waiting_line, whoever must wait stands in it, and a cancel
// leaves it from wherever it stands.

#include "coro/awaitable.hpp"
#include "coro/loop/event_loop.hpp"
#include "coro/loop/operation.hpp"

#include <coroutine>
#include <string_view>

namespace coro {

class line_wait;

/// Those who wait for one thing, first come, first served. The links live in the
/// waits, so in the frames of those who wait: nothing is allocated.
class waiting_line {
public:
    /// `waits_for` is what the reports say: a literal.
    explicit waiting_line(const char* waits_for) noexcept : waits_for_(waits_for) {}
    waiting_line(const waiting_line&) = delete;
    waiting_line& operator=(const waiting_line&) = delete;
    /// Who still waits will wait for ever, or until it is cancelled.
    inline ~waiting_line();

    [[nodiscard]] bool empty() const noexcept { return ends_.next == &ends_; }
    /// The first. The line must not be empty.
    [[nodiscard]] inline line_wait& first() const noexcept;
    /// The first, who is out of the line now. The line must not be empty.
    inline line_wait& pop_front() noexcept;
    /// Lets the first go on, or all.
    inline void wake_first() noexcept;
    void wake_all() noexcept {
        while (!empty()) wake_first();
    }

private:
    friend class line_wait;

    // A circle, in which the line itself stands between the last and the first.
    struct place {
        place* previous;
        place* next;

        place() noexcept {}  // nowhere yet
        place(place* before, place* behind) noexcept : previous(before), next(behind) {}
        place(const place&) = delete;
        place& operator=(const place&) = delete;
    };
    static void leave(place& who) noexcept {
        who.previous->next = who.next;
        who.next->previous = who.previous;
    }

    place ends_ = {&ends_, &ends_};
    const char* waits_for_;
};

class line_wait : public awaiter, public operation, private waiting_line::place {
public:
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> h) {
        begin();
        place& ends = line_->ends_;
        place* const last = ends.previous;
        previous = last;
        next = &ends;
        last->next = this;
        ends.previous = this;
        suspend(h);
    }

    void cancel() noexcept override {
        if (line_ != nullptr) waiting_line::leave(*this);
        complete(completion::cancelled);
    }
    [[nodiscard]] wait_info describe() const noexcept override {
        return wait_info(line_ != nullptr ? std::string_view(line_->waits_for_)
                                          : "something that was destroyed");
    }

    /// Its turn has come: the task goes on.
    void wake() noexcept { complete(); }

protected:
    explicit line_wait(waiting_line& line) noexcept : line_(&line) {}

private:
    friend class waiting_line;

    waiting_line* line_;  // null if it was destroyed while this stood in it
};

/// What m.lock() and the like give: `co_await` makes a Wait of it, in the frame itself.
// (To keep it in a variable and never await it is warned of.)
template <class Wait, class From>
class [[gnu::warn_unused]] awaited_by {
public:
    explicit awaited_by(From& from) noexcept : from_(&from) {}
    Wait operator co_await() const noexcept { return Wait(*from_); }

private:
    From* from_;
};

inline line_wait& waiting_line::first() const noexcept {
    return static_cast<line_wait&>(*ends_.next);
}

inline line_wait& waiting_line::pop_front() noexcept {
    line_wait& out = first();
    leave(out);
    return out;
}

inline void waiting_line::wake_first() noexcept {
    pop_front().wake();
}

inline waiting_line::~waiting_line() {
    while (!empty()) [[unlikely]]
        pop_front().line_ = nullptr;
}

}  // namespace coro
