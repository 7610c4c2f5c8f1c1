#pragma once
// What as_completed and wait are made of: some tasks, and in which order they end. It
// only observes, so whoever looks on may leave at any time. An end is noted one trip
// later, as by asyncio's callbacks; tasks that end right after one another, with nobody
// between them in the ready queue, are noted by one callback.

#include "coro/loop/operation.hpp"
#include "coro/loop/runnable.hpp"
#include "coro/loop/task_base.hpp"
#include "coro/loop/wait_list.hpp"

#include <cstddef>
#include <new>
#include <utility>
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
    /// For await_resume: throws if it was cancelled. Another wait may follow.
    void end_of_wait() {
        const bool was_cancelled = how_ == completion::cancelled;
        how_ = completion::pending;
        waiter_ = nullptr;
        if (was_cancelled) [[unlikely]]
            throw_cancelled();
    }

    completions& of_;

private:
    friend class completions;
};

class completions final : private runnable {
public:
    /// Of `count` tasks, yet to be added. Throws std::bad_alloc.
    explicit completions(std::size_t count);

    void add(task_base& task) noexcept {
        place& added = *::new (static_cast<void*>(places_ + added_++)) place(*this, task);
        task.add_reference();
        if (!task.done())
            task.waiters.push_back(added);
        else
            note_at_once(added);
    }

    /// Nobody looks on any more. It deletes itself, now or a trip later.
    void leave() noexcept;

    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    /// How many ends were noted so far.
    [[nodiscard]] std::size_t ended() const noexcept { return noted_; }
    [[nodiscard]] bool any_failed() const noexcept { return first_failure_ < noted_; }
    /// Which was the first, the second, ... to end; as often as ended() says.
    [[nodiscard]] std::size_t next() noexcept {
        place* given = *next_;
        next_ = &given->after;
        return static_cast<std::size_t>(given - places_);
    }
    [[nodiscard]] task_base& task(std::size_t which) const noexcept {
        return *places_[which].task;
    }
    /// Nobody needs that one any more. It must have ended.
    void let_go(std::size_t which) noexcept {
        std::exchange(places_[which].task, nullptr)->drop_reference();
        ++let_go_;
    }

private:
    friend class completions_wait;

    struct place final : wait_node {
        place(completions& whose, task_base& which) noexcept
            : wait_node(&heard), owner(&whose), task(&which) {}
        static void heard(wait_node& node) noexcept;
        [[nodiscard]] bool in_line() const noexcept { return after == this; }

        completions* owner;
        task_base* task;      // with a reference; null: let go
        place* after = this;  // which ended after it; itself: it has not ended
    };

    ~completions() override;
    void run() noexcept override;
    void dropped() noexcept override { out_of_queue(); }
    void has_ended(place& which) noexcept;
    void note_at_once(place& which) noexcept;
    [[gnu::noinline]] void into_queue();  // seldom, and heard() is not to save registers for it
    void out_of_queue() noexcept;

    std::size_t count_;
    place* places_;  // room for so many, of which there are as many as were added
    std::size_t added_ = 0;
    std::size_t let_go_ = 0;
    // In the order in which they ended.
    place* first_ = nullptr;
    place** next_ = &first_;  // where the one stands that next() gives
    place** last_ = &first_;
    std::size_t listed_ = 0;
    std::size_t noted_ = 0;
    std::size_t first_failure_ = ~std::size_t{0};
    // How often this stands in the ready queue. Each time notes those up to where the
    // next time begins.
    std::size_t queued_ = 0;
    std::vector<std::size_t> begins_;
    std::size_t begins_used_ = 0;

    completions_wait* waiting_ = nullptr;
    std::size_t wanted_ = 0;
    bool failure_wanted_ = false;
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
