// The life of a task as the loop sees it: scheduled, ended, and the end of all
// of them when main has ended or nothing can go on.

#include "coro/kernel/kernel.hpp"
#include "coro/loop/event_loop.hpp"
#include "coro/loop/inbox.hpp"
#include "coro/loop/reporter.hpp"

#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

namespace coro {

result_taken::result_taken()
    : std::logic_error("the result of this task was taken: co_await std::move(handle), or gather, "
                       "moved it out. Read it before, or keep the moved value.") {}

task_base::task_base(frame& root, std::string_view name, std::source_location where)
    : runnable(true), leaf(&root), created_at(where) {
    if (name.empty()) return;
    char* copy = static_cast<char*>(std::malloc(name.size() + 1));
    if (copy == nullptr) throw std::bad_alloc();
    std::memcpy(copy, name.data(), name.size());
    copy[name.size()] = '\0';
    given_name = copy;
}

task_base::~task_base() {
    destroy_frame();
    std::free(const_cast<char*>(given_name));
}

void task_base::last_reference_gone() noexcept {
    if (ended == ending::error && !error_read) reporter::get().exception_unread(*this, error());
    delete this;
}

void event_loop::schedule(task_base& task) {
    ready_.push(task);  // may throw; so it comes first
    task.id = ++tasks_made_;
    task.previous = last_task_;
    (last_task_ != nullptr ? last_task_->next : first_task_) = &task;
    last_task_ = &task;
    if (observed())
        tell(event_kind::task_created, &task, task.given_name != nullptr ? task.given_name : "", 0,
             current_task_ != nullptr ? current_task_->id : 0, task.created_at);
}

// The frame goes first, by our hand and not by its own: what its parameters
// hold (locks, descriptors) is free before anybody hears that it has ended.
void event_loop::finish(task_base& task) noexcept {
    task.destroy_frame();
    current_task_ = nullptr;
    task.ended = task.how_it_ended();
    (task.previous != nullptr ? task.previous->next : first_task_) = task.next;
    (task.next != nullptr ? task.next->previous : last_task_) = task.previous;
    if (observed()) {
        const event_kind kind = task.ended == ending::value   ? event_kind::task_finished
                                : task.ended == ending::error ? event_kind::task_failed
                                                              : event_kind::task_cancelled;
        tell(kind, &task, task.ended == ending::error ? message_of(task.error()) : std::string());
    }
    if (&task == main_) make_ready(stop_);
    while (!task.waiters.empty()) task.waiters.pop_front().notify();
    task.drop_reference();
}

std::string message_of(const std::exception_ptr& error) {
    if (error == nullptr) return "no exception";
    try {
        std::rethrow_exception(error);
    } catch (const std::exception& e) {
        return e.what();
    } catch (const cancelled&) {
        return "cancelled";
    } catch (...) {
        return "an exception that is not a std::exception";
    }
}

void event_loop::cancel_all() noexcept {
    for (task_base* task = first_task_; task != nullptr; task = task->next) cancel(*task);
}

// What is there when the drain begins is cancelled once and may take its time.
// What it starts while it cleans up may run, and is cancelled after that.
void event_loop::drain() {
    deadlocks_ = 0;
    while (first_task_ != nullptr) {
        const std::uint64_t last_cancelled = tasks_made_;
        cancel_all();
        while (first_task_ != nullptr && first_task_->id <= last_cancelled) turn();
    }
    // What was posted from outside and not run yet has its turn too.
    inbox_->close();
    inbox_->take_all([this](runnable& posted) { make_ready(posted); });
    while (!ready_.empty()) turn();
    if (first_task_ != nullptr) drain();
}

bool event_loop::nothing_can_happen() const noexcept {
    return kernel_->in_flight() == 0 && !inbox_->may_still_bring();
}

// Nobody can ever act again. Every task is told so by a cancel, so that its
// clean-up runs; one that waits on in spite of it is told again, a few times.
void event_loop::deadlocked() {
    constexpr int patience = 100;
    if (++deadlocks_ == 1 && main_ != nullptr && !main_->done())
        verdict_ = std::make_exception_ptr(deadlock_error(reporter::get().deadlock(*this)));
    if (deadlocks_ > patience) {
        reporter::get().refuses_to_end(*this, "each was cancelled 100 times");
        if (verdict_ == nullptr)
            verdict_ = std::make_exception_ptr(deadlock_error("tasks refused to be cancelled"));
        std::rethrow_exception(verdict_);
    }
    cancel_all();
}

}  // namespace coro
