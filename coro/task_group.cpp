// How a group joins its tasks. See with_task_group.hpp.

#include "coro/task_group.hpp"

#include "coro/group_member.hpp"
#include "coro/loop/event_loop.hpp"
#include "coro/with_task_group.hpp"

#include <algorithm>

namespace coro {

task_group::task_group(made_by_with_task_group)
    : owner_(*event_loop::current()->current_task()),
      requests_before_(owner_.cancel_requests()),
      pending_before_(owner_.cancel_pending) {}

// With members only if the loop has given up, and this is destroyed where it stood.
task_group::~task_group() {
    while (first_ != nullptr) {
        group_member* const left = first_;
        if (left->in_line) left->task->waiters.remove(*left);
        unlink(*left);
        delete left;
    }
    delete spare_;
}

// All that can fail comes before the task is started.
void task_group::reserve_member() {
    if (ended_)
        throw invalid_state("task_group::start: the group has ended. Start tasks in its body, or "
                            "from tasks of the group.");
    if (spare_ == nullptr) spare_ = new group_member(*this);
    // Room for the failure of each, and of the body.
    if (failures_.capacity() < failures_.size() + running_ + 2)
        failures_.reserve(2 * (failures_.size() + running_) + 8);
}

void task_group::add(task_base& child) noexcept {
    group_member& member = *std::exchange(spare_, nullptr);
    child.add_reference();
    member.task = &child;
    member.in_line = true;
    child.waiters.push_back(member);
    member.previous = last_;
    (last_ != nullptr ? last_->next : first_) = &member;
    last_ = &member;
    ++running_;
    if (stopping_) event_loop::current()->cancel(child);
}

void task_group::unlink(group_member& who) noexcept {
    (who.previous != nullptr ? who.previous->next : first_) = who.next;
    (who.next != nullptr ? who.next->previous : last_) = who.previous;
    --running_;
}

void task_group::member_ended(group_member& who) noexcept {
    const task_base& child = *who.task;
    if (child.now == phase::cancelled) member_cancelled_ = true;
    if (child.now == phase::failed) {
        who.task->error_read = true;
        fail(child.error());
    }
    unlink(who);
    delete &who;
    if (running_ == 0 && joining_ != nullptr) joining_->all_ended();
}

void task_group::fail(const std::exception_ptr& error) noexcept {
    // A body that awaits a task which fails, fails with the same exception.
    if (std::find(failures_.begin(), failures_.end(), error) == failures_.end())
        failures_.push_back(error);  // there is room
    if (stopping_) return;
    cancel_members();
    // The body is cancelled like a sibling, by a request of our own.
    if (body_runs_) owner_cancelled_ = event_loop::current()->cancel(owner_);
}

void task_group::cancel_members() noexcept {
    stopping_ = true;
    for (group_member* each = first_; each != nullptr; each = each->next)
        event_loop::current()->cancel(*each->task);
}

void task_group::body_ended(bool failed, const std::exception_ptr& error) noexcept {
    body_runs_ = false;
    if (owner_cancelled_) {
        owner_.take_cancel_request_back();
        if (!asked_from_outside()) owner_.cancel_pending = false;
    }
    if (error != nullptr)
        fail(error);
    else if (failed && !stopping_)
        cancel_members();
}

group_join task_group::join() noexcept {
    return group_join(*this);
}

// One that the owner was told before the group began may still be counted.
bool task_group::asked_from_outside() const noexcept {
    return owner_.cancel_requests() > requests_before_ || pending_before_;
}

void task_group::settle(bool body_cancelled) {
    ended_ = true;
    if (body_cancelled && owner_cancelled_) body_cancelled = asked_from_outside();
    const bool outer = body_cancelled || (outer_cancel_ && member_cancelled_);
    if (outer_cancel_) owner_.cancel_pending = owner_.cancel_requests() > told_before_join_;
    if (body_cancelled && !failures_.empty() && asked_from_outside()) owner_.cancel_pending = true;
    if (!failures_.empty()) throw exception_group(std::move(failures_));
    if (!outer) return;
    owner_.cancel_is_thrown();
    throw cancelled{};
}

}  // namespace coro
