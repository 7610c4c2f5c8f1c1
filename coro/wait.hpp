#pragma once
// wait: which of several tasks have ended, once enough of them have, or a time is
// over. It only observes, and never cancels. asyncio: wait.

#include "coro/clock.hpp"
#include "coro/completions.hpp"
#include "coro/create_task.hpp"
#include "coro/loop/event_loop.hpp"

#include <chrono>
#include <coroutine>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace coro {

/// When wait() goes on. A task that ends cancelled does not count as one that fails.
enum class return_when : std::uint8_t { first_completed, first_exception, all_completed };

struct wait_options {
    coro::return_when return_when = coro::return_when::all_completed;
    std::optional<std::chrono::nanoseconds> timeout = {};  ///< none: as long as it takes
};

/// The handles, sorted by what their tasks had done when wait() went on.
template <class T>
struct waited {
    std::vector<task_handle<T>> done;
    std::vector<task_handle<T>> pending;
};

// The part of wait() that does not depend on the type.
class wait_base : public completions_wait {
public:
    [[nodiscard]] bool await_ready() const noexcept;
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> h) {
        start();
        suspend(h);
    }
    void run() noexcept override {  // the time is over
        wait_no_more();
        complete();
    }
    void cancel() noexcept override;
    [[nodiscard]] wait_info describe() const noexcept override;

protected:
    wait_base(completions& of, const wait_options& options) noexcept
        : completions_wait(of), options_(options) {}

private:
    void enough() noexcept override;
    void start();

    wait_options options_;
    std::int64_t deadline_ = -1;
};

template <class T>
class [[nodiscard("co_await coro::wait(handles)")]] wait_awaiter final
    : private completions_owner,
      public wait_base {
public:
    wait_awaiter(const std::vector<task_handle<T>>& handles, const wait_options& options)
        : completions_owner(handles.size()),
          wait_base(completions_owner::operator*(), options),
          handles_(handles) {
        for (const auto& each : handles_) of_.add(each.base());
    }

    waited<T> await_resume() {
        throw_if_cancelled();
        if (!pending()) throw_if_requested();  // there was a wait
        waited<T> sorted;
        for (const auto& each : handles_)
            (each.done() ? sorted.done : sorted.pending).push_back(each);
        return sorted;
    }

private:
    std::vector<task_handle<T>> handles_;
};

[[noreturn]] void throw_nothing_to_wait_for();

/// `auto [done, pending] = co_await coro::wait(handles, options)`: waits until enough
/// tasks have ended, or the time is over, and sorts the handles. Does not suspend if
/// enough have ended already. A timeout of 0 is one look. Nothing is thrown for a task
/// that fails: read its handle. Throws std::invalid_argument for an empty vector,
/// `cancelled` if the one who waits is cancelled, which ends no task.
template <class T>
wait_awaiter<T> wait(const std::vector<task_handle<T>>& handles, wait_options options = {}) {
    if (handles.empty()) throw_nothing_to_wait_for();
    return wait_awaiter<T>(handles, options);
}

/// For what is no vector of handles, or no options: says what was probably meant.
template <class T, class Options>
detail::refused wait(const std::vector<task_handle<T>>&, const Options&) {
    static_assert(detail::never<T, Options>,
                  "wait takes options: coro::wait(handles, {.timeout = 2s}), or "
                  "{.return_when = coro::return_when::first_completed}");
    return detail::refused();
}
template <class... Given>
detail::refused wait(const Given&...) {
    static_assert(detail::never<Given...>,
                  "wait looks on at tasks that run, and takes a vector of their handles: "
                  "handles.push_back(coro::create_task(f()))");
    return detail::refused();
}

}  // namespace coro
