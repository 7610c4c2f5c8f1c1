// The turn of the loop, and what starts and stops it. See event_loop.hpp.

#include "coro/loop/event_loop.hpp"

#include "coro/kernel/kernel.hpp"
#include "coro/loop/fork_guard.hpp"
#include "coro/loop/inbox.hpp"
#include "coro/loop/reporter.hpp"
#include "coro/loop/signals.hpp"

#include <cstdlib>
#include <ctime>
#include <string>

namespace coro {

constinit thread_local event_loop* event_loop::running_here_ = nullptr;

namespace {

std::int64_t monotonic_now() noexcept {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

bool wants_virtual(clock_kind clock) {
    if (clock != clock_kind::automatic) return clock == clock_kind::virtual_time;
    const char* text = std::getenv("CORO_CLOCK");
    const std::string_view value = text != nullptr ? text : "";
    if (value.empty() || value == "real") return false;
    if (value == "virtual") return true;
    throw std::invalid_argument("CORO_CLOCK is '" + std::string(value) +
                                "': it can be real or virtual");
}

}  // namespace

event_loop::event_loop(clock_kind clock, kernel_kind kernel, observer* watching)
    : observer_(watching), virtual_(wants_virtual(clock)), stop_(stopping_) {
    inbox_ = inbox::make();
    try {
        kernel_ = make_kernel(kernel, inbox_->wake_descriptor());
    } catch (...) {
        inbox_->drop_reference();
        throw;
    }
    began_ = now();
    forks_ = forks_so_far();
    running_here_ = this;
}

event_loop::~event_loop() {
    running_here_ = nullptr;
    inbox_->close();
    delete kernel_;
    delete drain_limit_;
    inbox_->drop_reference();
}

event_loop& event_loop::require(const char* who) {
    if (running_here_ != nullptr) return *running_here_;
    throw invalid_state(std::string(who) + ": no event loop runs on this thread. Call it from a "
                                           "coroutine that coro::run() has started.");
}

std::int64_t event_loop::now() const noexcept { return virtual_ ? virtual_now_ : monotonic_now(); }

void event_loop::advance(std::int64_t nanoseconds) noexcept {
    if (!virtual_ || nanoseconds <= 0) return;
    virtual_now_ += nanoseconds;
    steps_since_look_ = steps_per_look;  // timers may be due now
}

void event_loop::arm(runnable& timer, std::int64_t deadline) {
    timers_.push(timer, deadline);
    if (observed()) tell(event_kind::timer_armed, timer.on_behalf_of(), {}, deadline - began_);
}

void event_loop::disarm(runnable& timer) noexcept {
    if (!timer_heap::contains(timer)) return;  // it is due: in the ready queue already
    if (observed())
        tell(event_kind::timer_cancelled, timer.on_behalf_of(), {},
             timers_.deadline_of(timer) - began_);
    timers_.remove(timer);
}

std::int64_t event_loop::deadline_of(const runnable& timer) const noexcept {
    return timer_heap::contains(timer) ? timers_.deadline_of(timer) : -1;
}

void event_loop::turn() {
    if (observed()) tell(event_kind::turn_begins, nullptr, {}, static_cast<std::int64_t>(turns_++));

    // 1. and 2. Something is ready: go to the kernel only if there is
    // something to hand over or to fetch. Nothing is ready: wait for it.
    // 3. The kernel calls back for each completion, which makes tasks ready.
    if (ready_.empty())
        wait_for_something();
    else if (kernel_->flagged())
        hand_over(0);

    // 4. Reading the clock costs as much as several steps, so a busy loop does
    // it every 16 steps. After a wait it is always done.
    if (steps_since_look_ >= steps_per_look) look_at_clock();

    // 5.
    run_ready();
}

void event_loop::wait_for_something() {
    if (timers_.empty() && nothing_can_happen()) return deadlocked();
    const std::int64_t deadline = timers_.empty() ? -1 : timers_.next_deadline();
    if (observed())
        tell(event_kind::turn_waits, nullptr, {}, deadline < 0 ? -1 : deadline - began_);

    if (deadline < 0) {
        hand_over(-1);
    } else if (virtual_) {
        // Look once. If nothing came, nothing will before the deadline: jump.
        hand_over(0);
        if (ready_.empty() && virtual_now_ < deadline) virtual_now_ = deadline;
    } else {
        const std::int64_t left = deadline - now();
        hand_over(left > 0 ? left : 0);
    }
    steps_since_look_ = steps_per_look;
    if (observed()) tell(event_kind::turn_wakes, nullptr);
}

void event_loop::hand_over(std::int64_t timeout_ns) {
    if (forks_ != forks_so_far())
        throw invalid_state("this process was forked while an event loop was running, and the loop "
                            "belongs to the parent. A child must call exec or _exit, or start a "
                            "loop of its own on a new thread.");
    if (kernel_->wait(timeout_ns)) woken();
}

void event_loop::look_at_clock() {
    steps_since_look_ = 0;
    if (kernel_->blind()) {
        // epoll cannot tell us from memory that something has arrived.
        const std::int64_t time = monotonic_now();
        if (time - last_look_ >= 1'000'000) {
            last_look_ = time;
            hand_over(0);
        }
    }
    if (timers_.empty()) return;
    const std::int64_t time = now();
    while (!timers_.empty() && timers_.next_deadline() <= time) {
        const std::int64_t deadline = timers_.next_deadline();
        runnable& due = timers_.pop();
        if (observed()) tell(event_kind::timer_fired, due.on_behalf_of(), {}, deadline - began_);
        ready_.push(due);
    }
}

void event_loop::run_ready() {
    std::size_t count = ready_.size();
    steps_since_look_ += static_cast<std::uint32_t>(count);
    for (; count != 0; --count) {
        runnable& next = ready_.pop();
        if (!next.is_task)
            next.run();
        else if (!observed())
            step(static_cast<task_base&>(next));
        else
            step_observed(static_cast<task_base&>(next));
    }
}

// One step of a task: from where it stands to its next suspension. On the way
// coroutines may hand over to one another (a child is awaited, a child ends);
// they leave a note in transfer_ and return here, instead of resuming each
// other. So the stack is never deeper than one coroutine, however deep they
// await one another: this loop is the trampoline.
inline void event_loop::step(task_base& task) {
    if (!task.started) [[unlikely]] {
        task.started = true;
        if (task.cancel_pending) {  // cancelled before it ever ran
            task.end_cancelled();
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
    current_task_ = nullptr;
}

void event_loop::step_observed(task_base& task) {
    task.add_reference();  // to look at it after the step
    tell(event_kind::task_resumed, &task);
    step(task);
    if (!task.done()) {
        const wait_info wait =
            task.waiting_for != nullptr ? task.waiting_for->describe() : wait_info("yield");
        tell(event_kind::task_suspended, &task, wait.what, 0,
             wait.task != nullptr ? wait.task->id : 0, task.leaf->awaiting_at);
    }
    task.drop_reference();
}

void event_loop::run_until_ended(task_base& main) {
    main_ = &main;
    while (!stopping_) turn();
}

// After the first Ctrl-C, a loop that does not come to its end says why not.
struct event_loop::drain_limit : runnable {
    explicit drain_limit(event_loop& which) : loop(which) {}

    void run() noexcept override {
        if (reporter::active != nullptr)
            reporter::active->refuses_to_end(loop, "2 seconds after Ctrl-C");
    }

    event_loop& loop;
};

void event_loop::interrupted() {
    if (drain_limit_ != nullptr) return;
    drain_limit_ = new drain_limit(*this);
    if (!virtual_) timers_.push(*drain_limit_, now() + 2'000'000'000);
    if (main_ != nullptr) cancel(*main_);
}

void event_loop::woken() {
    inbox_->take_all([this](runnable& posted) { make_ready(posted); });
    if (signals_ == nullptr) return;
    if (signals_->take_interrupt()) interrupted();
    if (signals_->take_quit() && reporter::active != nullptr) reporter::active->task_tree(*this);
}

void event_loop::tell(event_kind kind, const task_base* task, std::string_view what,
                      std::int64_t number, std::uint64_t other,
                      std::source_location where) noexcept {
    if (!observed()) return;
    event happened;
    happened.kind = kind;
    happened.time = now() - began_;
    happened.task = task != nullptr ? task->id : 0;
    happened.other = other;
    happened.number = number;
    happened.what = what;
    happened.where = where;
    observer_->on_event(happened);
}

}  // namespace coro
