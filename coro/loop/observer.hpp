#pragma once
// The event stream: everything the loop does, told to whoever wants to know.
// The recorder (debug/recorder.hpp) is built on it; the loop runs the same with
// and without.

#include <cstdint>
#include <source_location>
#include <string_view>

namespace coro {

/// What happened. The names are those of the recorded trace.
enum class event_kind : std::uint8_t {
    task_created,         ///< other: the task that created it; what: its name
    task_resumed,         ///< the loop goes on with it
    task_suspended,       ///< what: for what it waits; where: the co_await; other: the task it waits for
    task_finished,        ///< ended with a value
    task_failed,          ///< ended with an exception; what: its message
    task_cancelled,       ///< ended cancelled
    cancel_requested,     ///< other: the task that asked
    timer_armed,          ///< number: the deadline
    timer_fired,          ///< number: the deadline
    timer_cancelled,      ///< number: the deadline
    operation_submitted,  ///< what: the operation; number: the descriptor
    operation_completed,  ///< what: the operation; number: its result
    turn_begins,          ///< number: how many turns there were before
    turn_waits,           ///< number: until when, -1: as long as it takes
    turn_wakes,           ///< the wait is over
    output,               ///< what: the text that was printed
};

/// One event. The views it holds are valid only during the call.
struct loop_event {
    event_kind kind = event_kind::turn_begins;
    std::int64_t time = 0;    ///< nanoseconds since the loop began, by its clock
    std::uint64_t task = 0;   ///< the task it happened to; 0: to none
    std::uint64_t other = 0;  ///< a second task, or 0
    std::int64_t number = 0;
    std::string_view what;
    std::source_location where;  ///< line 0: nowhere in particular

    loop_event() noexcept {}
};

/// Receives the event stream. Called on the loop's thread, between the steps
/// of the program; it must not call back into the loop.
class observer {
public:
    observer() noexcept {}
    observer(const observer&) = delete;
    observer& operator=(const observer&) = delete;
    virtual ~observer() = default;

    /// Must not throw: an exception here ends the program.
    virtual void on_event(const loop_event& happened) noexcept = 0;
};

}  // namespace coro
