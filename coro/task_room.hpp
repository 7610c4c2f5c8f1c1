#pragma once
// Where coroutine frames and tasks live: one piece of memory for both.
//
//     | task_state<T>, or nothing yet | label | coroutine frame |
//
// Every frame has room for a task in front of it. If create_task adopts the
// coroutine, its task is made there: no second allocation, and what each step
// needs of a task lies next to what it needs of the frame. The two end
// separately: a handle may keep a task, and its result, long after the coroutine
// has ended. The frame is always the first, and the memory goes with the task.

#include "coro/loop/frame_pool.hpp"
#include "coro/loop/task_base.hpp"
#include "coro/outcome.hpp"

#include <coroutine>
#include <cstddef>
#include <exception>
#include <new>
#include <source_location>

namespace coro {

/// Throws invalid_state: "`who`: this task was awaited, started or moved ...", with
/// the line if it is known.
[[noreturn]] void throw_used_task(const char* who, std::source_location where = {});

/// A task and its result: what the loop and the handles share.
template <class T>
class task_state;

template <class T>
class task_room {
public:
    static void* allocate_frame(std::size_t frame_size) {
        const std::size_t all = size() + frame_size;
        char* start = static_cast<char*>(frame_pool::allocate(all));
        ::new (static_cast<void*>(start + size() - sizeof(label)))
            label{frame_pool::size_class(all) << 1};
        return start + size();
    }

    /// The frame has ended; so has its memory, unless there is a task.
    static void free_frame(void* frame, std::size_t frame_size) noexcept {
        if ((label_before(frame).bits & 1) == 0)
            frame_pool::deallocate(static_cast<char*>(frame) - size(), size() + frame_size);
        else
            frame_pool::forbid(frame, frame_size);
    }

    /// Where the memory of a frame begins.
    static const void* block_of(const void* frame) noexcept {
        return static_cast<const char*>(frame) - size();
    }

    /// Makes the task of a coroutine that has not started.
    template <class Promise>
    static task_state<T>* adopt(std::coroutine_handle<Promise> root, const char* name,
                                std::source_location where) noexcept {
        char* frame = static_cast<char*>(root.address());
        auto* state =
            ::new (static_cast<void*>(frame - size())) task_state<T>(root.promise(), name, where);
        label_before(frame).bits |= 1;
        return state;
    }

    /// The task has ended too, and with it all.
    static void free_task(void* task) noexcept {
        frame_pool::deallocate_class(task, label_before(static_cast<char*>(task) + size()).bits >> 1);
    }

private:
    struct label {
        std::size_t bits;  // the size class of all three, times 2; the lowest: adopted
    };

    static constexpr std::size_t size() noexcept {
        static_assert(alignof(task_state<T>) <= 16,
                      "a result with an alignment beyond 16 bytes: return a pointer to it");
        return (sizeof(task_state<T>) + sizeof(label) + 15) / 16 * 16;
    }
    static label& label_before(void* frame) noexcept {
        return *std::launder(reinterpret_cast<label*>(static_cast<char*>(frame) - sizeof(label)));
    }
};

template <class T>
class task_state final : public task_base {
public:
    template <class Promise>
    task_state(Promise& root, const char* name, std::source_location where) noexcept
        : task_base(root, name, where) {
        root.result = &result;
    }

    [[nodiscard]] std::exception_ptr error() const noexcept override { return result.error(); }

    outcome<T> result;

private:
    void free() noexcept override {
        result.~outcome();
        task_room<T>::free_task(this);
    }
    void set_cancelled() noexcept override { result.set_cancelled(); }
};

}  // namespace coro
