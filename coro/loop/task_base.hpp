#pragma once
// What the loop knows of coroutines and tasks: everything but the type of
// their result. A `frame` is one coroutine, suspended or running; a task is
// what create_task scheduled: a root frame and, while it waits, the chain of
// frames below it that await one another directly, down to the leaf.
//
//     task_base ──leaf──> frame ──parent──> frame ──parent──> root frame
//
// The loop resumes leaves; cancel reaches the leaf's operation; the reports
// walk the chain up. Read next: operation.hpp, then event_loop.hpp.

#include "coro/loop/wait_list.hpp"

#include <coroutine>
#include <cstdint>
#include <exception>
#include <source_location>
#include <string_view>

namespace coro {

class operation;

/// One coroutine. It is the base of every promise, and has no alignment
/// beyond a pointer's, so that the handle can be had from it.
struct frame {
    frame() noexcept {}
    frame(const frame&) = delete;
    frame& operator=(const frame&) = delete;

    [[nodiscard]] std::coroutine_handle<> handle() noexcept {
        return std::coroutine_handle<frame>::from_promise(*this);
    }

    frame* parent = nullptr;           ///< the coroutine that awaits this one; null for a root
    std::source_location awaiting_at;  ///< its last co_await
};

/// How a task ended, if it did.
enum class ending : std::uint8_t { none, value, error, cancelled };

/// A place in the loop's list of all tasks, which is a circle.
struct task_link {
    task_link* previous;
    task_link* next;
};

/// One task: shared, by a count of references, between the loop (until the
/// task has ended) and the handles. Only its loop's thread may touch it.
class task_base : public task_link {
public:
    task_base(const task_base&) = delete;
    task_base& operator=(const task_base&) = delete;

    [[nodiscard]] bool done() const noexcept { return ended != ending::none; }

    /// The exception it ended with; null otherwise.
    [[nodiscard]] virtual std::exception_ptr error() const noexcept = 0;

    void add_reference() noexcept { ++references; }
    void drop_reference() noexcept {
        if (--references == 0) last_reference_gone();
    }

    // The loop's own notes. Those that every step needs come last: there they
    // lie next to the frame (see task_room.hpp).
    std::uint64_t id : 48 = 0;
    std::uint64_t cancel_requests : 16 = 0;
    const char* given_name;  // null: it is called task-<id>
    std::source_location created_at;
    wait_list waiters;                 // told, in order, when the task has ended
    operation* waiting_for = nullptr;  // null while ready or running
    std::uint32_t references = 2;      // the loop's, and that of who started it
    enum class searched : std::uint8_t { no, on_the_way, yes };
    searched search : 2 = searched::no;  // for circles, by the cancel on its way
    bool visited : 1 = false;            // likewise
    bool error_read : 1 = false;         // somebody saw the exception
    bool cancel_pending = false;         // a request that has not been delivered yet
    bool started = false;
    ending ended = ending::none;
    frame* leaf;  // the frame to resume next; null once the root has ended

protected:
    friend class event_loop;

    task_base(frame& root, std::string_view name, std::source_location where)
        : given_name(name.empty() ? nullptr : copy_of(name)), created_at(where), leaf(&root) {}
    virtual ~task_base() {
        if (leaf != nullptr) destroy_frames();
        if (given_name != nullptr) forget_name();
    }

    /// Ends it cancelled although it never started.
    virtual void end_cancelled() noexcept = 0;

    /// The root frame, and with it all below.
    void destroy_frames() noexcept;

private:
    void last_reference_gone() noexcept {
        if (ended == ending::error && !error_read) [[unlikely]]
            report_unread();
        delete this;
    }
    void report_unread() noexcept;
    void forget_name() noexcept;
    static const char* copy_of(std::string_view name);
};

}  // namespace coro
