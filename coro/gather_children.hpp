#pragma once
// The waiting in gather, whatever the types of its children are: a count of
// those that still run, and what to do when one fails or all must stop.

#include "coro/gather_child.hpp"
#include "coro/loop/event_loop.hpp"
#include "coro/loop/operation.hpp"
#include "coro/loop/task_base.hpp"

#include <cstddef>
#include <cstdint>

namespace coro {

class gather_children : public operation {
public:
    /// The one who waits is cancelled: so is every child. The wait itself goes
    /// on until they have ended.
    void cancel() noexcept override;
    /// One trip after a child failed, or the last one ended.
    void run() noexcept override;
    [[nodiscard]] wait_info describe() const noexcept override { return wait_info("gather"); }
    [[nodiscard]] task_base* awaited(std::size_t number) const noexcept override;
    /// Joins all the same those that it has started.
    bool leave(task_base& child) noexcept override;
    [[nodiscard]] bool is_owner() const noexcept override { return true; }
    void end_early() noexcept override;

protected:
    /// What ends the others: nothing, the first failure, or the first end of all.
    enum class stop_at : std::uint8_t { nothing, first_failure, first_end };

    explicit gather_children(stop_at when) noexcept : stop_at_(when) {}

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

    /// After the wait: throws `cancelled` if the one who waits was cancelled and
    /// that ended a child.
    void throw_if_stopped();
    /// The same; else throws the first failure, if failures count.
    void throw_if_failed();

    /// Which child's end ended the others; only for first_end.
    [[nodiscard]] std::size_t first() const noexcept;

private:
    friend class gather_child;
    /// Did somebody else start that child?
    [[nodiscard]] virtual bool was_given_handle(std::size_t number) const noexcept = 0;
    void child_ended(const task_base& child) noexcept;
    [[nodiscard]] bool counts(const task_base& child) const noexcept {
        return stop_at_ == stop_at::first_end ||
               (stop_at_ == stop_at::first_failure && child.now != phase::finished);
    }
    void note_end(const task_base& child) noexcept;
    void stop_children() noexcept;
    void cancel_children() noexcept;
    void leave_children() noexcept;
    void give_up() noexcept;
    [[noreturn]] static void throw_gathers_itself();

protected:
    [[noreturn]] static void throw_empty_argument(const std::source_location& where);
    [[noreturn]] static void throw_nothing_to_race();

private:
    gather_child* places_ = nullptr;
    std::size_t count_ = 0;
    std::size_t running_ = 0;
    const task_base* decider_ = nullptr;  // whose end was the first that counts
    stop_at stop_at_;
    bool queued_ = false;            // run() comes at the next turn
    bool cancel_requested_ = false;  // of the one who waits
    bool children_told_ = false;     // to stop, after a failure
    bool child_cancelled_ = false;
    bool torn_ = false;              // from some of its children
    std::uint16_t told_before_ = 0;  // of the requests: earlier ones, which are over
};

}  // namespace coro
