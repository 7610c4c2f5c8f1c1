// The loop under observation: the same steps, told to the observer, and to the watch
// of debug mode.

#include "coro/loop/event_loop.hpp"
#include "coro/loop/step_watch.hpp"

namespace coro {

namespace {

// A task that was cancelled before its first step never has one.
void tell_resumed(event_loop& loop, const task_base& task) noexcept {
    if (task.started() || !task.cancel_pending) loop.tell(event_kind::task_resumed, &task);
}

// After a step: the task, if it has not ended, is suspended somewhere.
void tell_suspended(event_loop& loop) noexcept {
    const task_base* task = loop.current_task();
    if (task == nullptr) return;
    const wait_info wait =
        task->waiting_for != nullptr ? task->waiting_for->describe() : wait_info("yield");
    loop.tell(event_kind::task_suspended, task, wait.what, 0,
              wait.task != nullptr ? wait.task->id() : 0, task->leaf->awaiting_at);
}

}  // namespace

void event_loop::run_ready_looked_at() {
    steps_since_look_ += static_cast<std::uint32_t>(ready_.size());
    for (const ready_entry& next : ready_.take_all()) {
        if (next.is_task()) {
            task_base& task = next.task();
            if (observed()) tell_resumed(*this, task);
            if (watch_ != nullptr) watch_->step_begins(task);
            one_step(task);
        } else {
            current_task_ = nullptr;
            if (watch_ != nullptr) watch_->callback_begins();
            next.callback().run();
        }
        if (watch_ != nullptr) watch_->step_ended(current_task_);
        if (observed()) tell_suspended(*this);
    }
    current_task_ = nullptr;
}

void event_loop::exception_left(const frame& coroutine, bool was_cancelled) noexcept {
    if (coroutine.parent == nullptr)
        current_task_->now = was_cancelled ? phase::cancelled : phase::failed;
    if (watch_ == nullptr || (was_cancelled && current_task_ != main_)) return;
    watch_->exception_left(coroutine.awaiting_at);
    if (coroutine.parent == nullptr) watch_->exception_ended(*current_task_);
}

void event_loop::tell_created(const task_base& task) noexcept {
    if (watch_ != nullptr) watch_->task_created();
    tell(event_kind::task_created, &task, task.given_name != nullptr ? task.given_name : "", 0,
         current_task_ != nullptr ? current_task_->id() : 0, task.created_at);
}

void event_loop::tell_ended(const task_base& task) noexcept {
    if (watch_ != nullptr) watch_->task_ended(task);
    if (task.now == phase::finished)
        tell(event_kind::task_finished, &task);
    else if (task.now == phase::cancelled)
        tell(event_kind::task_cancelled, &task);
    else
        tell(event_kind::task_failed, &task, message_of(task.error()));
}

void event_loop::tell(event_kind kind, const task_base* task, std::string_view what,
                      std::int64_t number, std::uint64_t other,
                      std::source_location where) noexcept {
    if (!observed()) return;
    loop_event happened;
    happened.kind = kind;
    happened.time = now() - began_;
    happened.task = task != nullptr ? task->id() : 0;
    happened.other = other;
    happened.number = number;
    happened.what = what;
    happened.where = where;
    observer_->on_event(happened);
}

}  // namespace coro
