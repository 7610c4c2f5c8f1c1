#pragma once
// The waiting in gather, whatever the types of its children are: a count of
// those that still run, and what to do when one fails or all must stop.

#include "coro/loop/event_loop.hpp"
#include "coro/loop/operation.hpp"
#include "coro/loop/task_base.hpp"

#include <cstddef>

namespace coro {

class gather_children;

/// One child's place in a gather, and in the line of those who wait for it.
class gather_child final : public wait_node {
public:
    gather_child() noexcept : wait_node(&ended) {}
    ~gather_child() {
        if (task_ != nullptr) task_->drop_reference();
    }

    /// The child, whose result or failure is read now.
    [[nodiscard]] task_base& read() const noexcept {
        task_->error_read = true;
        return *task_;
    }

private:
    friend class gather_children;
    static void ended(wait_node& node) noexcept;

    gather_children* owner_ = nullptr;
    task_base* task_ = nullptr;  // with a reference
};

class gather_children : public operation {
public:
    /// The one who waits is cancelled: so is every child. The wait itself goes
    /// on until they have ended.
    void cancel() noexcept override;
    /// One trip after a child failed, or the last one ended.
    void run() noexcept override;
    [[nodiscard]] wait_info describe() const noexcept override { return wait_info("gather"); }
    [[nodiscard]] task_base* awaited(std::size_t number) const noexcept override;
    [[nodiscard]] bool may_end_early() const noexcept override { return false; }
    void end_early() noexcept override;

protected:
    explicit gather_children(bool stop_at_failure) noexcept : stop_at_failure_(stop_at_failure) {}

    /// Where the children have their places.
    void use(gather_child* places, std::size_t count) noexcept {
        places_ = places;
        count_ = count;
    }

    /// The child, and a reference to it, are the gather's from now on. Throws
    /// invalid_state if it is the one who waits.
    void add(gather_child& place, task_base& child) {
        place.task_ = &child;
        if (child.done()) [[unlikely]]
            return note_end(child);
        if (&child == &waiting_task()) [[unlikely]]
            throw_gathers_itself();
        ++running_;
        place.owner_ = this;  // from here on it is in the child's line
        child.waiters.push_back(place);
    }

    /// Called once all were added: is there anything to wait for?
    [[nodiscard]] bool must_wait() noexcept;

    /// Cancels what was started if not all could be: out of memory, or a task
    /// that gathers itself. What has not run yet never will.
    class start_guard {
    public:
        explicit start_guard(gather_children& which) noexcept : which_(&which) {}
        ~start_guard() {
            if (which_ != nullptr) which_->give_up();
        }
        start_guard(const start_guard&) = delete;
        start_guard& operator=(const start_guard&) = delete;
        void all_started() noexcept { which_ = nullptr; }

    private:
        gather_children* which_;
    };

    /// After the wait: throws `cancelled` if the one who waits was cancelled
    /// and that ended a child; else the first failure, if failures count.
    void throw_if_failed();

private:
    friend class gather_child;
    void child_ended(const task_base& child) noexcept;
    void note_end(const task_base& child) noexcept;
    void stop_children() noexcept;
    void cancel_children() noexcept;
    void leave_children() noexcept;
    void give_up() noexcept;
    [[noreturn]] static void throw_gathers_itself();

protected:
    [[noreturn]] static void throw_empty_argument();

private:
    gather_child* places_ = nullptr;
    std::size_t count_ = 0;
    std::size_t running_ = 0;
    const task_base* first_failure_ = nullptr;
    bool stop_at_failure_;
    bool queued_ = false;            // run() comes at the next turn
    bool cancel_requested_ = false;  // of the one who waits
    bool children_told_ = false;     // to stop, after a failure
    bool child_cancelled_ = false;
};

}  // namespace coro
