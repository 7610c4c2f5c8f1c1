#pragma once
// What the loop has to say to a person. The loop knows when something needs
// saying; how it is worded, and whether, is decided in coro/debug/reports.cpp,
// which run() installs here.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <source_location>
#include <string>
#include <string_view>

namespace coro {

class event_loop;
class task_base;

/// A step that held the thread for long.
struct slow_step {
    std::string_view name;      ///< of the task; empty: none was given
    std::uint64_t task;         ///< its number; 0: a callback
    std::int64_t took;          ///< nanoseconds
    std::int64_t until;         ///< when it ended, since the loop began
    bool first;                 ///< the task's first step: `from` is where it was created
    std::source_location from;  ///< the co_await from which it went on
    std::source_location to;    ///< the co_await at which it stopped; line 0: it ended
};

/// The base of all, which says nothing.
class reporter {
public:
    reporter() noexcept {}
    reporter(const reporter&) = delete;
    reporter& operator=(const reporter&) = delete;
    virtual ~reporter() = default;

    /// A task ended with an exception, and its last handle went before
    /// anybody had looked at it.
    virtual void exception_unread(const task_base&, std::exception_ptr) noexcept {}

    /// A callback threw: which it was, and the line that asked for it.
    virtual void callback_failed(const char* /*which*/, std::exception_ptr,
                                 std::source_location) noexcept {}

    /// A task that another thread had submitted failed, and that thread dropped it
    /// unread. Called on any thread.
    virtual void submission_unread(const std::exception_ptr&, std::source_location) noexcept {}

    /// A coroutine was dropped that nobody had awaited or started: where its body is,
    /// and its memory, see call_sites.hpp.
    virtual void never_awaited(std::source_location, const void* /*block*/) noexcept {}

    /// A step took longer than it should.
    virtual void step_was_slow(const slow_step&) noexcept {}

    /// A task has suspended, there, while it held a std::mutex or the like.
    virtual void lock_held(const task_base&, std::source_location) noexcept {}

    /// A task ended with a value although it was cancelled: when, since the loop began,
    /// and where it stood then.
    virtual void cancel_swallowed(const task_base&, std::int64_t /*time*/,
                                  std::source_location) noexcept {}

    /// A limit on tasks is gone that nobody has ever acquired, though more tasks than
    /// its limit were there at once.
    virtual void limit_never_acquired(std::ptrdiff_t /*limit*/, std::size_t /*most_tasks*/,
                                      std::source_location) noexcept {}

    /// Main has ended with an exception, which run() is about to throw.
    virtual void main_failed(const task_base&) noexcept {}

    /// Main has ended while other tasks have not; they will be cancelled now.
    virtual void pending_at_exit(const event_loop&) noexcept {}

    /// Tasks that were cancelled did not end, for whatever reason it says.
    virtual void refuses_to_end(const event_loop&, const char* /*reason*/) noexcept {}

    /// Somebody pressed Ctrl-\ and wants to see all tasks.
    virtual void task_tree(const event_loop&) noexcept {}

    /// The loop is gone: time to say what was held back.
    virtual void run_ended() noexcept {}

    /// The text of a deadlock_error: what each task waits for.
    [[nodiscard]] virtual std::string deadlock(const event_loop&) { return "deadlock"; }

    /// The one in use on this thread. Before install() it is one that says
    /// nothing.
    [[nodiscard]] static reporter& get() noexcept;
    static void install(reporter& which) noexcept;
};

}  // namespace coro
