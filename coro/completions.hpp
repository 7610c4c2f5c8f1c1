#pragma once
// What as_completed and wait are made of: some tasks, and in which order they end. It
// only observes, so whoever looks on may leave at any time. A task that ends puts its
// place into the ready queue, and that is noted when its turn comes: one trip later,
// as asyncio's callbacks.

#include "coro/loop/operation.hpp"
#include "coro/loop/runnable.hpp"
#include "coro/loop/task_base.hpp"
#include "coro/loop/wait_list.hpp"

#include <cstddef>
#include <vector>

namespace coro {

class completions;

/// The one who waits for the next, or for enough of them.
class completions_wait : public awaiter, public operation {
public:
    void cancel() noexcept override;
    [[nodiscard]] task_base* awaited(std::size_t number) const noexcept override;

protected:
    explicit completions_wait(completions& of) noexcept : of_(of) {}
    /// There are enough.
    virtual void enough() noexcept { complete(); }
    /// For await_suspend: waits until `count` have ended, or one that has failed.
    void wait_for(std::size_t count, bool or_failure);
    void wait_no_more() noexcept;

    completions& of_;

private:
    friend class completions;
};

class completions {
public:
    /// Of `count` tasks, yet to be added. Throws std::bad_alloc.
    explicit completions(std::size_t count);
    completions(const completions&) = delete;
    completions& operator=(const completions&) = delete;

    void add(task_base& task) noexcept;

    /// Nobody looks on any more. It deletes itself, now or a trip later.
    void leave() noexcept;

    [[nodiscard]] std::size_t count() const noexcept { return places_.size(); }
    [[nodiscard]] std::size_t ended() const noexcept { return order_.size(); }
    [[nodiscard]] bool any_failed() const noexcept { return failed_; }
    /// Which was the first, second, ... to end.
    [[nodiscard]] std::size_t at(std::size_t number) const noexcept { return order_[number]; }
    [[nodiscard]] task_base& task(std::size_t which) const noexcept {
        return *places_[which].task;
    }

private:
    friend class completions_wait;

    struct place final : wait_node, runnable {
        place() noexcept : wait_node(&heard) {}
        static void heard(wait_node& node) noexcept;
        void run() noexcept override;
        void dropped() noexcept override;

        completions* owner = nullptr;
        task_base* task = nullptr;  // with a reference
        bool in_line = false;
    };

    ~completions();
    void note(place& which) noexcept;
    void out_of_queue() noexcept;

    std::vector<place> places_;
    std::vector<std::size_t> order_;
    std::size_t added_ = 0;
    std::size_t queued_ = 0;  // places in the ready queue
    completions_wait* waiting_ = nullptr;
    std::size_t wanted_ = 0;
    bool failure_wanted_ = false;
    bool failed_ = false;
    bool left_ = false;
};

/// Owns one.
class completions_owner {
public:
    explicit completions_owner(std::size_t count) : owned_(new completions(count)) {}
    completions_owner(const completions_owner&) = delete;
    completions_owner& operator=(const completions_owner&) = delete;
    ~completions_owner() { owned_->leave(); }
    completions* operator->() const noexcept { return owned_; }
    completions& operator*() const noexcept { return *owned_; }

private:
    completions* owned_;
};

}  // namespace coro
