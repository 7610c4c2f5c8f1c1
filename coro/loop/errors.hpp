#pragma once
// The errors of coro. No error is ever silent: whoever awaits gets it, and
// what nobody awaits is reported on standard error when its task goes.

#include <exception>
#include <source_location>
#include <stdexcept>
#include <string>

namespace coro {

/// Thrown into a task at its suspension point when the task is cancelled, and
/// by `co_await handle` when that task ended so. Deliberately not a
/// std::exception, so that `catch (const std::exception&)` does not swallow a
/// cancellation (asyncio: CancelledError, a BaseException for this reason).
struct cancelled {};

/// Something was asked for at the wrong time: the result of a task that still
/// runs, a second await of the same task, an operation without a running loop.
/// The message says which, and what to do (asyncio: InvalidStateError, or
/// RuntimeError).
class invalid_state : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

/// The value of a task was read after `co_await std::move(handle)`, or gather
/// by value, had taken it away. asyncio has no such error: its results are
/// shared references.
class result_taken : public std::logic_error {
public:
    result_taken();
};

/// The time that wait_for gave was over. asyncio: TimeoutError.
class timeout_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Nothing can ever happen again: no task is ready, no timer is set, nothing
/// is under way in the kernel and nobody outside could still act, while main
/// has not ended. Thrown by run(); the message lists every task that waits and
/// what for. Also thrown by run() when tasks that were cancelled refuse to end
/// and nothing else could end them. asyncio waits for ever in both cases.
class deadlock_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// What an exception says of itself: its what(), or a few words.
[[nodiscard]] std::string message_of(const std::exception_ptr& error);

/// " at lessons/02_gather/gather.cpp:31", for a message: without the way up from the
/// build folder, so that it can be opened from the source tree. Nothing if it is nowhere.
[[nodiscard]] std::string at_line(const std::source_location& where);

}  // namespace coro
