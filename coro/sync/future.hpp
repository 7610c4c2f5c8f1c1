#pragma once
// future: a result that somebody other than a task brings, such as a callback: set
// once, awaited by any number of tasks. asyncio: Future.

#include "coro/loop/errors.hpp"
#include "coro/outcome.hpp"
#include "coro/sync/line_wait.hpp"

#include <exception>
#include <type_traits>
#include <utility>

namespace coro {

template <class T = void>
class future {
public:
    class waiting;

    future() noexcept {}
    future(const future&) = delete;
    future& operator=(const future&) = delete;

    /// Sets its value (nothing for void): those who wait go on, one trip later.
    /// Throws invalid_state if it is done.
    template <class... Args>
    void set_value(Args&&... args) {
        must_be_open();
        outcome_.emplace(std::forward<Args>(args)...);
        line_.wake_all();
    }
    /// Sets an exception, which those who wait will throw. Throws invalid_state if it
    /// is done, or for a null pointer.
    void set_exception(std::exception_ptr error) {
        must_be_open();
        if (error == nullptr) throw invalid_state("future: set_exception() without an exception");
        try {
            std::rethrow_exception(std::move(error));
        } catch (...) {
            outcome_.capture_exception();
        }
        line_.wake_all();
    }
    /// Those who wait throw `cancelled`. False if it is done.
    bool cancel() noexcept {
        if (done()) return false;
        outcome_.set_cancelled();
        line_.wake_all();
        return true;
    }

    [[nodiscard]] bool done() const noexcept { return outcome_.is_there(); }
    [[nodiscard]] bool cancelled() const noexcept { return outcome_.was_cancelled(); }
    /// What it was set to. Throws invalid_state if it is not done.
    decltype(auto) result() const { return outcome_.value(); }
    /// The exception that was set; null for a value. Throws invalid_state if not done.
    [[nodiscard]] std::exception_ptr exception() const {
        if (!done()) throw invalid_state("future: it is not done");
        return outcome_.error();
    }

    /// `co_await f`: waits until it is set and gives `const T&`; at once if it is set.
    /// Throws what was set, or `cancelled`. A cancel of the waiting task ends its wait
    /// and nothing else. (asyncio cancels the future with it.)
    waiting operator co_await() const noexcept { return waiting(*this); }

private:
    void must_be_open() const {
        if (done()) throw invalid_state("future: it is done already, and is set once only");
    }

    outcome<T> outcome_;
    mutable waiting_line line_{"future"};
};

template <class T>
class [[nodiscard("co_await the future")]] future<T>::waiting final : public line_wait {
public:
    explicit waiting(const future& which) noexcept : line_wait(which.line_), future_(which) {}

    bool await_ready() const noexcept { return future_.done(); }
    decltype(auto) await_resume() const {
        throw_if_cancelled();
        if (future_.cancelled()) throw_awaited_was_cancelled();
        return future_.outcome_.value();
    }

private:
    const future& future_;
};

}  // namespace coro
