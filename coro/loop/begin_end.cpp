// How a loop begins and how it ends: with nothing left behind, whatever its
// tasks do. See event_loop.hpp.

#include "coro/kernel/kernel.hpp"
#include "coro/loop/drain_limit.hpp"
#include "coro/loop/event_loop.hpp"
#include "coro/loop/fork_guard.hpp"
#include "coro/loop/inbox.hpp"
#include "coro/loop/reporter.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace coro {

constinit thread_local event_loop* event_loop::running_here_ = nullptr;
constinit thread_local std::int64_t event_loop::virtual_before_ = 0;

event_loop::event_loop(clock_kind clock, kernel_kind kernel, observer* watching)
    : observer_(watching), virtual_(wants_virtual(clock)) {
    inbox_ = inbox::make();
    try {
        kernel_ = make_kernel(kernel, inbox_->wake_descriptor());
    } catch (...) {
        inbox_->drop_reference(inbox::reference::silent);
        throw;
    }
    began_ = now();
    looked_at_ = observed();
    forks_ = forks_so_far();
    running_here_ = this;
}

event_loop::~event_loop() {
    inbox_->close();
    // What was posted after the loop gave up: a thread may wait for its end.
    inbox_->take_all([](runnable& posted) { posted.dropped(); });
    // With requests under way (turn() was left by an exception), or in a forked
    // child, the kernel may still write into frames: then both stay.
    if (forks_ == forks_so_far() && kernel_->in_flight() == 0) {
        destroy_what_is_left();
        delete kernel_;
    }
    running_here_ = nullptr;
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    virtual_before_ += std::min(virtual_now_, most - virtual_before_);
    delete drain_limit_;
    inbox_->drop_reference(inbox::reference::silent);
}

void event_loop::throw_no_loop(const char* who, const std::source_location& where) {
    throw invalid_state(std::string(who) + at_line(where) +
                        ": no event loop runs on this thread. Call it from a coroutine that "
                        "coro::run() has started.");
}

void end_of_main::heard(wait_node& self) noexcept {
    event_loop::current()->make_ready(static_cast<end_of_main&>(self));
}

// What is there when the drain begins is cancelled once and may take its time.
// What it starts while it cleans up may run, and is cancelled after that.
void event_loop::drain() {
    constexpr std::uint64_t most_turns = 1'000'000;
    deadlocks_ = 0;
    limit_drain("2 seconds after main ended");
    std::uint64_t turns = 0;
    while (first_task() != nullptr) {
        const std::uint64_t last_cancelled = tasks_made_;
        cancel_all();
        while (first_task() != nullptr && first_task()->id() <= last_cancelled) {
            // On the virtual clock for ever would be over in no time, and not.
            if (virtual_ && ++turns == most_turns) give_up("a million turns after main ended");
            one_turn();
        }
    }
    // What was posted from outside and not run yet has its turn too.
    inbox_->close();
    inbox_->take_all([this](runnable& posted) { make_ready(posted); });
    while (!ready_.empty()) one_turn();
    if (first_task() != nullptr) drain();
}

bool event_loop::nothing_can_happen() const noexcept {
    const bool limit_is_set = drain_limit_ != nullptr && timer_heap::contains(*drain_limit_);
    return timers_.size() == (limit_is_set ? 1U : 0U) && kernel_->in_flight() == 0 &&
           !inbox_->may_still_bring();
}

// Nobody can ever act again. Every task is told so by a cancel, so that its
// clean-up runs; one that waits on in spite of it is told again, up to 100 times.
void event_loop::deadlocked() {
    constexpr int patience = 100;
    if (++deadlocks_ == 1 && main_ != nullptr && !main_->done())
        verdict_ = std::make_exception_ptr(deadlock_error(reporter::get().deadlock(*this)));
    if (deadlocks_ > patience) give_up("cancelled 100 times");
    cancel_all();
}

void event_loop::give_up(const char* reason) {
    reporter::get().refuses_to_end(*this, reason);
    if (verdict_ == nullptr)
        verdict_ =
            std::make_exception_ptr(deadlock_error(std::string("tasks refuse to end: ") + reason +
                                                   ", they still wait for something. "
                                                   "Let `cancelled` pass on."));
    std::rethrow_exception(verdict_);
}

void event_loop::check_fork() const {
    if (forks_ != forks_so_far())
        throw invalid_state("this process was forked while an event loop was running, and the loop "
                            "belongs to the parent. A child must call exec or _exit, or start a "
                            "loop of its own on a new thread.");
}

// After an exception out of turn(): tasks that will never go on are destroyed
// where they stand, so that what their locals hold is given back.
void event_loop::destroy_what_is_left() noexcept {
    // Callbacks may live in frames, so they go first; and so do those that the
    // destructors of the last frame have added.
    const auto drop_callbacks = [this] {
        while (!ready_.empty())
            for (const ready_entry& left : ready_.take_all())
                if (!left.is_task()) left.callback().dropped();
    };
    drop_callbacks();
    // First out of every line: what a frame holds is handed on when it is destroyed, to
    // the next in line, and that must not be gone.
    for (task_base* task = first_task(); task != nullptr; task = next_task(*task))
        if (task->waiting_for != nullptr) task->waiting_for->end_early();
    while (!timers_.empty()) timers_.pop().dropped();
    while (first_task() != nullptr) {
        task_base& task = *first_task();
        tasks_.remove(task);
        task.waiting_for = nullptr;  // it is in one of the frames
        if (task.leaf != nullptr) task.destroy_frames();
        task.set_cancelled();
        task.now = phase::cancelled;
        task.drop_reference();
        drop_callbacks();
    }
    while (!timers_.empty()) timers_.pop().dropped();
}

}  // namespace coro
