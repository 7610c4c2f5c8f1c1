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
struct frame;

/// A coroutine is dropped that nobody has awaited or started. `block` is its memory.
void report_never_awaited(const frame& dropped, const void* block) noexcept;

/// One coroutine. It is the base of every promise, and has no alignment
/// beyond a pointer's, so that the handle can be had from it.
struct frame {
    frame() noexcept {}
    frame(const frame&) = delete;
    frame& operator=(const frame&) = delete;

    [[nodiscard]] std::coroutine_handle<> handle() noexcept {
        return std::coroutine_handle<frame>::from_promise(*this);
    }

    frame* parent;  ///< the coroutine that awaits this one, once it runs; null for a root
    std::source_location awaiting_at;  ///< its last co_await; before the first, its body
};

/// Where a task is in its life; the last three are its ends (and done() relies on
/// the order).
enum class phase : std::uint8_t { not_started, under_way, finished, failed, cancelled };

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

    /// Counts from 1 in every loop.
    [[nodiscard]] std::uint64_t id() const noexcept { return id_and_requests_ & most_ids; }
    /// The requests to cancel it that were not taken back, up to 32,767.
    [[nodiscard]] unsigned cancel_requests() const noexcept {
        return static_cast<unsigned>((id_and_requests_ & ~thrown_bit) >> id_bits);
    }
    /// The same without the last one.
    [[nodiscard]] std::uint16_t requests_before_last() const noexcept {
        return static_cast<std::uint16_t>(cancel_requests() - (cancel_requests() != 0 ? 1 : 0));
    }
    void add_cancel_request() noexcept {
        if (cancel_requests() != 0x7fff) id_and_requests_ += most_ids + 1;
    }
    /// Its request is delivered now, by `cancelled`.
    void cancel_is_thrown() noexcept {
        cancel_pending = false;
        id_and_requests_ |= thrown_bit;
    }
    /// Was `cancelled` thrown into it, at least once?
    [[nodiscard]] bool cancel_was_thrown() const noexcept {
        return (id_and_requests_ & thrown_bit) != 0;
    }
    void take_cancel_request_back() noexcept {
        if (cancel_requests() != 0) id_and_requests_ -= most_ids + 1;
    }

    [[nodiscard]] bool started() const noexcept { return now != phase::not_started; }
    [[nodiscard]] bool done() const noexcept { return now > phase::under_way; }

    /// The exception it ended with; null otherwise.
    [[nodiscard]] virtual std::exception_ptr error() const noexcept = 0;

    void add_reference() noexcept { ++references; }
    void drop_reference() noexcept {
        if (--references == 0) last_reference_gone();
    }

    /// A name to give to a task, which frees it. Throws std::bad_alloc.
    static const char* copy_of(std::string_view name);

private:
    static constexpr int id_bits = 48;  // a million tasks a second for nine years
    static constexpr std::uint64_t most_ids = (std::uint64_t{1} << id_bits) - 1;
    static constexpr std::uint64_t thrown_bit = std::uint64_t{1} << 63;
    std::uint64_t id_and_requests_ = 0;

public:
    // The loop's own notes. Those that every step needs come last: there only the
    // result lies between them and the frame (see task_room.hpp).
    const char* given_name;  // from copy_of; null: it is called task-<id>
    std::source_location created_at;
    wait_list waiters;                 // told, in order, when the task has ended
    operation* waiting_for = nullptr;  // null while ready or running
    std::uint32_t references = 2;      // the loop's, and that of who started it
    std::uint8_t walk_marks = 0;       // for the cancel on its way: see cancel.hpp
    bool error_read = false;           // somebody saw the exception
    bool cancel_pending = false;       // a request that has not been delivered yet
    phase now = phase::not_started;
    // The frame to resume next; null once the root has ended. While the task runs
    // it is where the task stood last, and may be gone.
    frame* leaf;

protected:
    friend class event_loop;

    task_base(frame& root, const char* name, std::source_location where) noexcept
        : given_name(name), created_at(where), leaf(&root) {
        root.parent = nullptr;
    }
    ~task_base() = default;

    /// Destroys the result and frees the memory. (No virtual destructor: it would
    /// set the pointer to the virtual functions twice, for nobody to use.)
    virtual void free() noexcept = 0;

    /// Its result becomes `cancelled`, whatever it was.
    virtual void set_cancelled() noexcept = 0;

    /// All of them, from the leaf to the root.
    void destroy_frames() noexcept;

private:
    void last_reference_gone() noexcept {
        if (now == phase::failed && !error_read) [[unlikely]]
            report_unread();
        if (given_name != nullptr) [[unlikely]]
            forget_name();
        free();
    }
    void report_unread() noexcept;
    void forget_name() noexcept;

    // For the loop, once it is known what the next number is.
    void set_id(std::uint64_t number) noexcept { id_and_requests_ = number; }
};

}  // namespace coro
