#pragma once
// The waiting in gather, whatever the types of its children are: a count of
// those that still run, and what to do when one fails or all must stop.

#include "coro/loop/operation.hpp"
#include "coro/loop/task_base.hpp"
#include "coro/task_ref.hpp"

#include <cstddef>

namespace coro {

class gather_children;

/// One child's place in a gather, and in the line of those who wait for it.
class gather_child : public wait_node {
public:
    ~gather_child() {
        if (task_ != nullptr) task_->drop_reference();
    }

protected:
    gather_child() noexcept;

    void refer_to(const task_ref& child) noexcept {
        task_ = &child.base();
        task_->add_reference();
    }

    /// The child, whose result or failure is read now.
    [[nodiscard]] task_base& read() const noexcept {
        task_->error_read = true;
        return *task_;
    }

private:
    friend class gather_children;
    gather_children* owner_ = nullptr;
    task_base* task_ = nullptr;
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

    /// Throws invalid_state if the child is the one who waits.
    void add(gather_child& place);

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
    [[nodiscard]] virtual gather_child* child(std::size_t number) noexcept = 0;
    void note_end(const task_base& child) noexcept;
    void child_ended(gather_child& place) noexcept;
    void stop_children() noexcept;
    void cancel_children() noexcept;
    void leave_children() noexcept;
    void give_up() noexcept;

    std::size_t running_ = 0;
    task_base* first_failure_ = nullptr;
    bool stop_at_failure_;
    bool queued_ = false;            // run() comes at the next turn
    bool cancel_requested_ = false;  // of the one who waits
    bool children_told_ = false;     // to stop, after a failure
    bool child_cancelled_ = false;
};

}  // namespace coro
