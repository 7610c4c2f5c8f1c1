// See cancel.hpp.

#include "coro/loop/cancel.hpp"

#include "coro/loop/event_loop.hpp"
#include "coro/loop/operation.hpp"
#include "coro/loop/step_watch.hpp"
#include "coro/loop/task_base.hpp"

#include <cstddef>

namespace coro {

void operation::throw_cancelled() {
    // Two requests before the first delivery are delivered once.
    event_loop::current()->current_task()->cancel_is_thrown();
    throw cancelled{};
}

void operation::throw_requested() {
    const event_loop& loop = *event_loop::current();
    if (loop.watch() != nullptr) loop.watch()->cancel_delivered(*loop.current_task());
    throw_cancelled();
}

void operation::throw_awaited_was_cancelled() const {
    if (pending()) throw cancelled{};
    throw_cancelled();
}

void operation::throw_awaited_twice() const {
    throw invalid_state("co_await of something that was awaited before. An awaitable is good for "
                        "one co_await; call the function again for another.");
}

bool event_loop::cancel(task_base& task) noexcept {
    if (task.done() || (task.walk_marks & cancel_walk::visited) != 0) return false;
    task.add_cancel_request();
    task.cancel_pending = true;
    tell(event_kind::cancel_requested, &task, {}, 0,
         current_task_ != nullptr ? current_task_->id() : 0);
    cancel_walk_.visit(task);
    return true;
}

void event_loop::pass_cancel_on(operation& wait, task_base& awaited) noexcept {
    if ((awaited.walk_marks & cancel_walk::visited) != 0)
        cancel_walk_.came_round(wait);
    else
        cancel(awaited);
}

void event_loop::cancel_all() noexcept {
    cancel_walk_.begin();
    for (task_base* task = first_task(); task != nullptr; task = next_task(*task)) cancel(*task);
    cancel_walk_.go();
}

void cancel_walk::visit(task_base& task) noexcept {
    task.walk_marks |= visited;
    to_visit_.push_back(&task);
    if (!under_way_) go();
}

// A task that is not waiting (it is ready, running, or has not started) keeps
// the request for its next suspension, or for its first step.
void cancel_walk::go() noexcept {
    under_way_ = true;
    for (std::size_t i = 0; i != to_visit_.size(); ++i) {
        task_base& next = *to_visit_[i];
        if (!next.cancel_pending || next.waiting_for == nullptr) continue;
        next.cancel_pending = false;
        if (step_watch* watch = event_loop::current()->watch(); watch != nullptr)
            watch->cancel_delivered(next);
        next.waiting_for->cancel();
    }
    if (!came_round_.empty()) break_cycles();
    for (task_base* seen : to_visit_) seen->walk_marks = 0;
    to_visit_.clear();
    came_round_.clear();
    under_way_ = false;
}

// Looks for cycles of waits, depth first, from each wait that came round. In each
// cycle one task leaves the next: one with a plain wait if there is one, since a
// gather should not be torn from its children; else one that was given the next by
// its handle. There always is one, since a task has no way but a handle to wait for
// the one that started it, or that started that one.
void cancel_walk::break_cycles() noexcept {
    struct place {
        task_base* task;
        std::size_t next;  // which of those it waits for is to be looked at
    };
    std::vector<place> path;
    std::vector<task_base*> marked;
    const auto enter = [&](task_base& task) {
        task.walk_marks |= on_the_path;
        marked.push_back(&task);
        path.push_back({&task, 0});
    };
    const auto step_back = [&](std::uint8_t with) {
        path.back().task->walk_marks ^= on_the_path | with;
        path.pop_back();
    };
    // From `first` to the end of the path everybody waits for the next, and the
    // last for the first. The path ends with the one that leaves the next, since it
    // may wait for others too; what stood beyond is looked at anew when it comes up
    // again.
    const auto open_since = [&](task_base& first) {
        for (const bool owners : {false, true}) {
            task_base* next = &first;
            for (std::size_t at = path.size(); at-- != 0; next = path[at].task) {
                operation& wait = *path[at].task->waiting_for;
                if (wait.is_owner() == owners && wait.leave(*next)) {
                    while (path.size() > at + 1) step_back(0);
                    return;
                }
                if (path[at].task == &first) break;
            }
        }
    };

    for (operation* wait : came_round_) {
        task_base& start = wait->waiting_task();
        if (!wait->pending() || (start.walk_marks & searched) != 0) continue;
        enter(start);
        while (!path.empty()) {
            place& here = path.back();
            operation* waits = here.task->waiting_for;
            task_base* target = waits != nullptr ? waits->awaited(here.next++) : nullptr;
            if (target == nullptr)
                step_back(searched);
            else if ((target->walk_marks & on_the_path) != 0)
                open_since(*target);
            else if ((target->walk_marks & searched) == 0)
                enter(*target);
        }
    }
    for (task_base* task : marked) task->walk_marks &= visited;  // that one is go()'s
}

}  // namespace coro
