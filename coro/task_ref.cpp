// See task_ref.hpp.

#include "coro/task_ref.hpp"

namespace coro {

const char* to_string(task_status status) noexcept {
    switch (status) {
    case task_status::created: return "created";
    case task_status::ready: return "ready";
    case task_status::running: return "running";
    case task_status::waiting: return "waiting";
    case task_status::finished: return "finished";
    case task_status::failed: return "failed";
    case task_status::cancelled: return "cancelled";
    }
    return "?";
}

std::string task_ref::name() const {
    return task_->given_name != nullptr ? task_->given_name : "task-" + std::to_string(task_->id());
}

task_status task_ref::status() const noexcept {
    switch (task_->now) {
    case phase::finished: return task_status::finished;
    case phase::failed: return task_status::failed;
    case phase::cancelled: return task_status::cancelled;
    case phase::not_started: return task_status::created;
    case phase::under_way: break;
    }
    if (task_->waiting_for != nullptr) return task_status::waiting;
    const event_loop* loop = event_loop::current();
    return loop != nullptr && loop->current_task() == task_ ? task_status::running
                                                            : task_status::ready;
}

std::source_location task_ref::suspended_at() const noexcept {
    const task_status now = status();
    if (task_->leaf == nullptr || (now != task_status::waiting && now != task_status::ready))
        return {};
    return task_->leaf->awaiting_at;
}

std::string task_ref::waits_for() const {
    if (task_->waiting_for == nullptr) return {};
    const wait_info wait = task_->waiting_for->describe();
    std::string text(wait.what);
    if (wait.task != nullptr) text += " '" + to(const_cast<task_base&>(*wait.task)).name() + "'";
    return text;
}

bool task_ref::cancel() const noexcept {
    event_loop* loop = event_loop::current();
    return loop != nullptr && loop->cancel(*task_);
}

void throw_used_task(const char* who, std::source_location where) {
    throw invalid_state(std::string(who) + at_line(where) +
                        ": this task was awaited, started or moved from already. A task runs "
                        "once; call the coroutine again for another.");
}

unsigned task_ref::uncancel() const noexcept {
    task_->take_cancel_request_back();
    if (task_->cancel_requests() == 0) task_->cancel_pending = false;
    return task_->cancel_requests();
}

task_ref current_task() {
    task_base* task = event_loop::require("current_task").current_task();
    if (task == nullptr) throw invalid_state("current_task: no task runs; this is a callback.");
    return task_ref::to(*task);
}

std::vector<task_ref> all_tasks() {
    std::vector<task_ref> all;
    const event_loop& loop = event_loop::require("all_tasks");
    for (task_base* task = loop.first_task(); task != nullptr; task = loop.next_task(*task))
        all.push_back(task_ref::to(*task));
    return all;
}

}  // namespace coro
