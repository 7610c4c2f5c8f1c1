#pragma once
// remote_task: a task that another thread has put into a loop, as that thread sees it:
// it can wait for the result, which blocks the thread, and cancel the task. What
// remote::submit() gives. asyncio: the concurrent.futures.Future of
// run_coroutine_threadsafe.

#include "coro/clock.hpp"
#include "coro/create_task.hpp"
#include "coro/loop/event_loop.hpp"
#include "coro/loop/posted.hpp"
#include "coro/loop/reporter.hpp"
#include "coro/outcome.hpp"
#include "coro/task.hpp"

#include <chrono>
#include <cstdint>
#include <exception>
#include <source_location>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace coro {

class inbox;

// What the loop's side and the other threads share, whatever the type of the result.
class submission {
public:
    submission(const submission&) = delete;
    submission& operator=(const submission&) = delete;

    void add_reference() noexcept;
    void drop_reference() noexcept;

    /// Blocks the thread until the task has ended; false if the time was over before
    /// (-1: as long as it takes). Throws invalid_state on the loop's own thread.
    bool wait(std::int64_t nanoseconds) const;
    [[nodiscard]] bool done() const noexcept;
    /// From any thread: asks the loop to cancel the task. False if it has ended.
    bool cancel();

    // The loop's thread: the task has been started; it has ended, or never will start.
    void started(task_base& task) noexcept;
    void ended() noexcept;

protected:
    submission(inbox& of, std::source_location where);
    virtual ~submission();

    /// For the last one: nobody read this.
    void report_unread(const std::exception_ptr& error) noexcept;

private:
    struct state;
    state* state_;  // owned
};

template <class T>
class submission_of final : public submission {
public:
    submission_of(inbox& of, std::source_location where) : submission(of, where) {
        result.set_cancelled();
    }

    outcome<T> result;  // cancelled, unless it comes to something else
    bool read = false;

private:
    ~submission_of() override {
        if (!read && !result.was_cancelled() && result.error() != nullptr)
            report_unread(result.error());
    }
};

// The end of a submission, however it comes: goes with the coroutine that has it, or
// with the post that never became one.
template <class T>
class submission_end {
public:
    explicit submission_end(submission_of<T>& of) noexcept : of_(&of) { of_->add_reference(); }
    submission_end(submission_end&& other) noexcept : of_(std::exchange(other.of_, nullptr)) {}
    submission_end& operator=(submission_end&&) = delete;
    ~submission_end() {
        if (of_ == nullptr) return;
        of_->ended();
        of_->drop_reference();
    }
    [[nodiscard]] submission_of<T>& of() const noexcept { return *of_; }

private:
    submission_of<T>* of_;
};

template <class T>
task<> run_submitted(task<T> what, submission_end<T> end) {
    outcome<T>& result = end.of().result;
    try {
        if constexpr (std::is_void_v<T>) {
            co_await what;
            result.emplace();
        } else {
            T value = co_await what;
            result.emplace(std::move(value));
        }
    } catch (...) {
        result.capture_exception();
        event_loop::current()->current_task()->error_read = true;  // it goes to the other thread
        throw;
    }
}

// On its way into the loop.
template <class T>
class submitted_task final : public posted {
public:
    submitted_task(task<T> what, submission_of<T>& shared, std::string_view name,
                   std::source_location where)
        : task_(std::move(what)), end_(shared), name_(name), where_(where) {}

    void run() noexcept override {
        submission_of<T>& shared = end_.of();
        try {
            const task_handle<> handle =
                create_task(run_submitted<T>(std::move(task_), std::move(end_)), name_, where_);
            shared.started(handle.base());
        } catch (...) {  // out of memory
            reporter::get().callback_failed("submit", std::current_exception(), where_);
        }
        delete this;
    }
    void dropped() noexcept override { delete this; }

private:
    task<T> task_;
    submission_end<T> end_;
    std::string name_;
    std::source_location where_;
};

/// A task in a loop, for one other thread at a time. Movable; may outlive the loop, and
/// may be dropped: the task runs on.
template <class T = void>
class [[nodiscard("a submitted task runs also if this is dropped: cast it to void then")]]
remote_task {
public:
    remote_task(remote_task&& other) noexcept : shared_(std::exchange(other.shared_, nullptr)) {}
    remote_task& operator=(remote_task other) noexcept {
        std::swap(shared_, other.shared_);
        return *this;
    }
    ~remote_task() {
        if (shared_ != nullptr) shared_->drop_reference();
    }

    /// Was it taken? False if the loop had ended.
    explicit operator bool() const noexcept { return shared_ != nullptr; }

    /// Blocks this thread until the task has ended, and moves its result out: a second
    /// call throws result_taken. Throws what the task threw; `cancelled` if it was
    /// cancelled, also by the end of the loop; invalid_state if the loop had ended
    /// before, and on the loop's own thread, which would wait for itself.
    T get() const {
        there().wait(-1);
        shared_->read = true;
        return std::move(shared_->result).value();
    }
    /// Blocks this thread until the task has ended, but not longer; says whether it has.
    template <class Rep, class Period>
    bool wait_for(std::chrono::duration<Rep, Period> limit) const {
        const std::int64_t nanoseconds = to_nanoseconds(limit);
        return there().wait(nanoseconds > 0 ? nanoseconds : 0);
    }
    [[nodiscard]] bool done() const noexcept { return shared_ == nullptr || shared_->done(); }
    /// Asks the loop to cancel the task. False if it has ended.
    bool cancel() const { return shared_ != nullptr && shared_->cancel(); }

    /// For the library: adopts a reference; null: it was not taken.
    explicit remote_task(submission_of<T>* adopted) noexcept : shared_(adopted) {}
    [[nodiscard]] submission_of<T>& shared() const noexcept { return *shared_; }

private:
    submission& there() const {
        if (shared_ == nullptr)
            throw invalid_state("remote::submit: the loop had ended, and the task was dropped. Look "
                                "whether it was taken first: if (auto running = door.submit(f()))");
        return *shared_;
    }

    submission_of<T>* shared_;
};

}  // namespace coro
