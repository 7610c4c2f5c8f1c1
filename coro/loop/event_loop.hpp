#pragma once
// The event loop. Everything it does is turn(), over and over:
//
//   1. how long may we wait?  (not at all, if something is ready)
//   2. hand everything to the kernel, and wait: one system call
//   3. completions    -> ready queue
//   4. timers now due -> ready queue
//   5. resume exactly those that were ready when this step began
//
// which is the order of asyncio's BaseEventLoop._run_once (2 to 4 are left out
// while they would bring nothing). One loop belongs to one thread; remote
// (coro/remote.hpp) is the only door from outside. Read turn() in event_loop.cpp
// next, then cancel.cpp and coro/kernel/kernel.hpp.

#include "coro/kernel/choose.hpp"
#include "coro/loop/cancel.hpp"
#include "coro/loop/end_of_main.hpp"
#include "coro/loop/errors.hpp"
#include "coro/loop/observer.hpp"
#include "coro/loop/operation.hpp"
#include "coro/loop/ready_queue.hpp"
#include "coro/loop/task_list.hpp"
#include "coro/loop/timer_heap.hpp"

#include <cstdint>
#include <exception>
#include <source_location>
#include <string_view>

namespace coro {

class drain_limit;
class inbox;
class kernel;
class signal_handlers;
class step_watch;

/// `automatic`: what CORO_CLOCK says (real or virtual), else the real one.
enum class clock_kind : std::uint8_t { automatic, real, virtual_time };

class event_loop {
public:
    /// Throws what make_kernel throws; std::invalid_argument for a bad CORO_CLOCK.
    event_loop(clock_kind clock, kernel_kind kernel, observer* watching);
    ~event_loop();
    event_loop(const event_loop&) = delete;
    event_loop& operator=(const event_loop&) = delete;

    /// The loop that runs on this thread, or null.
    [[nodiscard]] static event_loop* current() noexcept { return running_here_; }
    /// The same; without one throws invalid_state, "`who`: no event loop ...".
    [[nodiscard]] static event_loop& require(const char* who, std::source_location where = {}) {
        if (running_here_ == nullptr) [[unlikely]]
            throw_no_loop(who, where);
        return *running_here_;
    }

    /// The time in nanoseconds: CLOCK_MONOTONIC's, or virtual, since the loop began.
    [[nodiscard]] std::int64_t now() const noexcept;
    [[nodiscard]] std::int64_t began() const noexcept { return began_; }
    [[nodiscard]] bool virtual_clock() const noexcept { return virtual_; }
    /// How much virtual time the loops have taken that have ended on this thread.
    [[nodiscard]] static std::int64_t virtual_time_before() noexcept { return virtual_before_; }

    /// Timers may be due: look at the clock before the next steps.
    void look_soon() noexcept { steps_since_look_ = steps_per_look; }
    /// Moves the virtual clock on by nanoseconds that the running step is to have taken.
    void advance(std::int64_t nanoseconds) noexcept;

    void make_ready(runnable& what) { ready_.push(what); }        // behind all that are ready
    [[nodiscard]] bool is_last_ready(runnable& what) const noexcept { return ready_.ends_with(what); }
    void arm(runnable& timer, std::int64_t deadline);              // runs it then (see now())
    void disarm(runnable& timer, std::int64_t deadline) noexcept;  // nothing if it is due already
    [[nodiscard]] kernel& system() noexcept { return *kernel_; }

    /// The running task's next step is `next`, at once: a coroutine awaits a
    /// child, or ends and its parent goes on. See step().
    void transfer_to(frame* next) noexcept { transfer_ = next; }

    /// The running task, suspended at `leaf`, goes to the back of the queue.
    void yield_at(frame& leaf) {
        current_task_->leaf = &leaf;
        ready_.push(*current_task_);
    }

    /// An exception leaves a coroutine of the running task.
    void exception_left(const frame& coroutine, bool was_cancelled) noexcept;
    // The running task's root has come to its end; it frees its frame itself.
    void root_ended() noexcept {
        current_task_->leaf = nullptr;
        if (current_task_->now == phase::under_way) current_task_->now = phase::finished;
    }

    [[nodiscard]] task_base* current_task() const noexcept { return current_task_; }
    /// The tasks that have not ended, oldest first; null: no more.
    [[nodiscard]] task_base* first_task() const noexcept { return tasks_.first(); }
    [[nodiscard]] task_base* next_task(const task_base& task) const noexcept {
        return tasks_.after(task);
    }

    /// Makes sure that the next schedule() finds memory; throws std::bad_alloc.
    void reserve_one() { ready_.reserve_one(); }
    /// Registers a new task and puts it at the back of the ready queue.
    void schedule(task_base& task) noexcept {
        ready_.push_reserved(task);
        task.set_id(++tasks_made_);
        tasks_.push_back(task);
        if (looked_at()) [[unlikely]]
            tell_created(task);
    }

    /// Requests that a task be cancelled. False if it has ended already, or if
    /// the request that is on its way has been there. See cancel.hpp.
    bool cancel(task_base& task) noexcept;
    /// For operation::cancel: so is the task that `wait` waits for.
    void pass_cancel_on(operation& wait, task_base& awaited) noexcept;

    // The other halves of operation::complete and of operation::suspend.
    void resume_waiter(task_base& task) {
        task.waiting_for = nullptr;
        ready_.push(task);
    }
    void suspend_running(operation& what, frame& leaf) noexcept {
        current_task_->leaf = &leaf;
        current_task_->waiting_for = &what;
        if (current_task_->cancel_pending) [[unlikely]]
            cancel_walk_.visit(*current_task_);
    }

    /// Turns until `main` has ended.
    void run_until_ended(task_base& main);
    /// Cancels every task there is and turns until all have ended.
    void drain();
    /// The deadlock_error, if there was a deadlock while main ran; else null.
    [[nodiscard]] std::exception_ptr verdict() const noexcept { return verdict_; }

    void set_signals(signal_handlers* handlers) noexcept { signals_ = handlers; }
    /// Did Ctrl-C come while main ran?
    [[nodiscard]] bool interrupt_reached_main() const noexcept { return interrupt_reached_main_; }
    [[nodiscard]] inbox& from_outside() noexcept { return *inbox_; }
    [[nodiscard]] bool observed() const noexcept { return has_hook && observer_ != nullptr; }
    /// Debug mode's, or null.
    [[nodiscard]] step_watch* watch() const noexcept { return watch_; }
    void set_watch(step_watch* watch) noexcept {
        watch_ = watch;
        looked_at_ = observed() || watch_ != nullptr;
    }
    void tell(event_kind kind, const task_base* task, std::string_view what = {},
              std::int64_t number = 0, std::uint64_t other = 0,
              std::source_location where = {}) noexcept;

private:
    static bool wants_virtual(clock_kind clock);
    [[noreturn]] static void throw_no_loop(const char* who, const std::source_location& where);
    [[nodiscard]] bool looked_at() const noexcept { return has_hook && looked_at_; }
    inline void turn();
    void one_turn();
    void wait_for_something();
    void look_at_clock();
    void hand_over(std::int64_t timeout_ns);
    inline void run_ready();
    inline void run_one(ready_entry next);
    inline void step(task_base& task);
    void run_ready_looked_at();
    void one_step(task_base& task);
    void tell_created(const task_base& task) noexcept;
    void tell_ended(const task_base& task) noexcept;
    inline void finish(task_base& task) noexcept;
    void woken();
    void interrupted();
    void check_fork() const;
    void deadlocked();
    [[noreturn]] void give_up(const char* reason);
    void cancel_all() noexcept;
    void limit_drain(const char* reason);
    void destroy_what_is_left() noexcept;
    [[nodiscard]] bool nothing_can_happen() const noexcept;

    static constexpr std::uint32_t steps_per_look = 16;
#ifdef CORO_NO_OBSERVER  // to measure what the hook costs
    static constexpr bool has_hook = false;
#else
    static constexpr bool has_hook = true;
#endif

    [[gnu::tls_model("initial-exec")]] static constinit thread_local event_loop* running_here_;
    static constinit thread_local std::int64_t virtual_before_;

    ready_queue ready_;
    task_base* current_task_ = nullptr;
    frame* transfer_ = nullptr;
    kernel* kernel_ = nullptr;  // owned
    bool looked_at_ = false;  // by one of the next two
    observer* observer_ = nullptr;
    step_watch* watch_ = nullptr;
    timer_heap timers_;
    std::uint32_t steps_since_look_ = 0;
    bool virtual_ = false;
    std::int64_t virtual_now_ = 0;
    std::int64_t began_ = 0;
    std::int64_t last_look_ = 0;
    bool just_waited_ = false;
    bool interrupt_reached_main_ = false;
    std::uint64_t turns_ = 0;
    std::uint64_t tasks_made_ = 0;
    task_list tasks_;
    task_base* main_ = nullptr;
    end_of_main end_of_main_;
    cancel_walk cancel_walk_;
    std::exception_ptr verdict_;  // a deadlock_error, once it is certain
    int deadlocks_ = 0;
    inbox* inbox_ = nullptr;  // shared with the remotes
    signal_handlers* signals_ = nullptr;
    drain_limit* drain_limit_ = nullptr;  // owned
    unsigned forks_ = 0;
};

}  // namespace coro

#include "coro/loop/wait.hpp"  // the parts of operation that need the loop
