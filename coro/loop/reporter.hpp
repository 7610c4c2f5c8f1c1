#pragma once
// What the loop has to say to a person. The loop knows when something needs
// saying; how it is worded, and whether, is decided in coro/debug/reports.cpp,
// which run() installs here.

#include <exception>
#include <source_location>
#include <string>

namespace coro {

class event_loop;
class task_base;

class reporter {
public:
    reporter() noexcept {}
    reporter(const reporter&) = delete;
    reporter& operator=(const reporter&) = delete;
    virtual ~reporter() = default;

    /// A task ended with an exception, and its last handle went before
    /// anybody had looked at it.
    virtual void exception_unread(const task_base& task, std::exception_ptr error) noexcept = 0;

    /// A callback threw: `which` it was, and the line that asked for it.
    virtual void callback_failed(const char* which, std::exception_ptr error,
                                 std::source_location where) noexcept = 0;

    /// A task that another thread had submitted failed, and that thread dropped it
    /// unread. Called on any thread.
    virtual void submission_unread(const std::exception_ptr& error,
                                   std::source_location where) noexcept = 0;

    /// Main has ended while other tasks have not; they will be cancelled now.
    virtual void pending_at_exit(const event_loop& loop) noexcept = 0;

    /// Tasks that were cancelled did not end, for whatever reason it says.
    virtual void refuses_to_end(const event_loop& loop, const char* reason) noexcept = 0;

    /// Somebody pressed Ctrl-\ and wants to see all tasks.
    virtual void task_tree(const event_loop& loop) noexcept = 0;

    /// The loop is gone: time to say what was held back.
    virtual void run_ended() noexcept = 0;

    /// The text of a deadlock_error: what each task waits for.
    [[nodiscard]] virtual std::string deadlock(const event_loop& loop) = 0;

    /// The one in use on this thread. Before install() it is one that says
    /// nothing.
    [[nodiscard]] static reporter& get() noexcept;
    static void install(reporter& which) noexcept;
};

}  // namespace coro
