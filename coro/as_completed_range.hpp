#pragma once
// What as_completed() gives to a range-based `for`: the same `next` again and again,
// as often as there are tasks. Each co_await of it waits for one more to end.

#include "coro/completions.hpp"
#include "coro/create_task.hpp"

#include <coroutine>
#include <cstddef>
#include <utility>
#include <vector>

namespace coro {

/// One of several tasks that has ended: which, and how.
template <class T>
struct completed {
    std::size_t index;
    outcome<T> result;
};

template <class T, bool Take>
class [[nodiscard("for (auto& next : coro::as_completed(handles))")]] as_completed_range {
public:
    /// `co_await next` waits for the next to end and gives completed<T>; at once if one
    /// has ended that was not given yet.
    class next_one final : public completions_wait {
    public:
        class waiting;
        explicit next_one(completions& of) noexcept : completions_wait(of) {}
        waiting operator co_await() & noexcept { return waiting(*this); }

        [[nodiscard]] wait_info describe() const noexcept override {
            return wait_info("as_completed");
        }

    private:
        std::size_t given_ = 0;
    };

    class iterator {
    public:
        iterator(next_one& next, std::size_t left) noexcept : next_(&next), left_(left) {}
        next_one& operator*() const noexcept { return *next_; }
        iterator& operator++() noexcept {
            --left_;
            return *this;
        }
        bool operator==(const iterator& other) const noexcept { return left_ == other.left_; }

    private:
        next_one* next_;
        std::size_t left_;
    };

    explicit as_completed_range(const std::vector<task_handle<T>>& handles)
        : of_(handles.size()), next_(*of_) {
        for (const auto& each : handles) of_->add(each.base());
    }
    iterator begin() noexcept { return iterator(next_, of_->count()); }
    iterator end() noexcept { return iterator(next_, 0); }

private:
    completions_owner of_;
    next_one next_;
};

// Each co_await is of one of these; the wait itself, if there is one, is next_one's.
template <class T, bool Take>
class [[nodiscard("co_await next")]] as_completed_range<T, Take>::next_one::waiting final
    : public awaiter {
public:
    explicit waiting(next_one& next) noexcept : next_(&next) {}

    bool await_ready() const noexcept { return next_->given_ < next_->of_.ended(); }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> h) {
        if (next_->given_ == next_->of_.count())
            throw invalid_state("as_completed: all of them have been given already");
        next_->wait_for(next_->given_ + 1, false);
        next_->suspend(h);
    }
    completed<T> await_resume() {
        next_->end_of_wait();
        ++next_->given_;
        completions& of = next_->of_;
        const std::size_t index = of.next();
        const let_go mark{of, index};
        task_base& task = of.task(index);
        task.error_read = true;
        outcome<T>& ended = static_cast<task_state<T>&>(task).result;
        if constexpr (Take)
            return completed<T>{index, outcome<T>(std::move(ended))};
        else
            return completed<T>{index, outcome<T>(ended)};
    }

private:
    // After its outcome was read.
    struct let_go {
        completions& of;
        std::size_t index;
        ~let_go() { of.let_go(index); }
    };

    next_one* next_;
};

}  // namespace coro
