// The life of a task as the loop sees it: how it is scheduled, and how it ends.

#include "coro/loop/event_loop.hpp"
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
    unlink(task);
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

void event_loop::unlink(task_base& task) noexcept {
    (task.previous != nullptr ? task.previous->next : first_task_) = task.next;
    (task.next != nullptr ? task.next->previous : last_task_) = task.previous;
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

}  // namespace coro
