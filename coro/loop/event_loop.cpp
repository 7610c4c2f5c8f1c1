// The turn of the loop. See event_loop.hpp.

#include "coro/loop/event_loop.hpp"

#include "coro/kernel/kernel.hpp"

namespace coro {

// A task has ended, and its frame is gone: what its parameters held (locks,
// descriptors) is free before anybody hears of it.
inline void event_loop::finish(task_base& task) noexcept {
    current_task_ = nullptr;
    tasks_.remove(task);
    if (looked_at()) [[unlikely]]
        tell_ended(task);
    while (!task.waiters.empty()) task.waiters.pop_front().notify();
    task.drop_reference();
}

// One step of a task: from where it stands to its next suspension. On the way
// coroutines may hand over to one another (a child is awaited, a child ends);
// they leave a note in transfer_ and return here, instead of resuming each
// other. So the stack is never deeper than one coroutine, however deep they
// await one another: this loop is the trampoline.
[[gnu::always_inline]] inline void event_loop::step(task_base& task) {
    if (task.now == phase::not_started) [[unlikely]] {
        task.now = phase::under_way;
        if (task.cancel_pending) {    // cancelled before it ever ran
            current_task_ = &task;    // for the destructors of its parameters
            task.destroy_frames();
            task.set_cancelled();
            task.now = phase::cancelled;
            finish(task);
            return;
        }
    }
    current_task_ = &task;
    frame* next = task.leaf;
    do {
        transfer_ = nullptr;
        next->handle().resume();
        next = transfer_;
    } while (next != nullptr);
    if (task.done()) finish(task);
}

[[gnu::always_inline]] inline void event_loop::run_one(ready_entry next) {
    if (next.is_task()) return step(next.task());
    current_task_ = nullptr;
    next.callback().run();
}

[[gnu::always_inline]] inline void event_loop::run_ready() {
    steps_since_look_ += static_cast<std::uint32_t>(ready_.size());
    if (ready_.has_one()) {
        run_one(ready_.take_one());
    } else {
        // With thousands of tasks each step would begin with a wait for memory:
        // have what the step after the next needs on its way meanwhile.
        for (const ready_entry& next : ready_.take_all()) {
            (&next)[ready_queue::batch::ahead].prefetch();
            run_one(next);
        }
    }
    current_task_ = nullptr;
}

[[gnu::always_inline]] inline void event_loop::turn() {
    const bool looked_at_now = looked_at();
    if (looked_at_now) [[unlikely]]
        tell(event_kind::turn_begins, nullptr, {}, static_cast<std::int64_t>(turns_++));

    // 1. and 2. Something is ready: go to the kernel only if there is
    // something to hand over or to fetch. Nothing is ready: wait for it.
    // 3. The kernel calls back for each completion, which makes tasks ready.
    if (ready_.empty()) [[unlikely]]
        wait_for_something();
    else if (kernel_->flagged()) [[unlikely]]
        hand_over(0);

    // 4. Reading the clock costs as much as several steps, so a busy loop does
    // it in the turn after every 16 steps. After a wait it is always done.
    if (steps_since_look_ >= steps_per_look) [[unlikely]]
        look_at_clock();

    // 5. Those that are ready now, and not those that become so meanwhile.
    if (looked_at_now) [[unlikely]]
        run_ready_looked_at();
    else
        run_ready();
}

// For callers in other files, which need not be that fast.
void event_loop::one_turn() {
    turn();
}
void event_loop::one_step(task_base& task) {
    step(task);
}

void event_loop::run_until_ended(task_base& main) {
    main_ = &main;
    main.waiters.push_back(end_of_main_);
    while (!end_of_main_.came()) turn();
}

void event_loop::wait_for_something() {
    if (nothing_can_happen()) return deadlocked();
    const std::int64_t deadline = timers_.empty() ? -1 : timers_.next_deadline();
    if (observed())
        tell(event_kind::turn_waits, nullptr, {}, deadline < 0 ? -1 : deadline - began_);

    if (deadline < 0) {
        hand_over(-1);
    } else if (virtual_) {
        // Look once. If nothing came, nothing will before the deadline: jump.
        hand_over(0);
        const bool idle = ready_.empty() && !kernel_->flagged();
        if (idle && virtual_now_ < deadline) virtual_now_ = deadline;
    } else {
        const std::int64_t left = deadline - now();
        hand_over(left > 0 ? left : 0);
    }
    just_waited_ = true;
    look_soon();
    if (observed()) tell(event_kind::turn_wakes, nullptr);
}

}  // namespace coro
