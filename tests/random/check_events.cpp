// The event stream by itself: is it one that a loop can have told? See invariants.hpp.

#include "invariants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace random_programs {

namespace {

using coro::event_kind;

class stream {
public:
    explicit stream(std::vector<std::string>& broken) noexcept : broken_(broken) {}

    void take(const record& event) {
        now_ = &event;
        if (event.time < time_) wrong("time goes back");
        time_ = event.time;
        switch (event.kind) {
        case event_kind::task_created: created(event); break;
        case event_kind::task_resumed: resumed(event); break;
        case event_kind::task_suspended: suspended(event); break;
        case event_kind::task_finished:
        case event_kind::task_failed:
        case event_kind::task_cancelled: ended(event); break;
        case event_kind::cancel_requested: cancel_requested(event); break;
        case event_kind::timer_armed: timers_.push_back({event.number, event.task}); break;
        case event_kind::timer_fired: fired(event); break;
        case event_kind::timer_cancelled: timer_cancelled(event); break;
        case event_kind::turn_begins: turn_begins(event); break;
        case event_kind::turn_waits:
            if (running_ != 0) wrong("the loop waits while a task runs");
            break;
        case event_kind::turn_wakes: break;
        case event_kind::output:
            if (event.task != running_) wrong("says something, and does not run");
            break;
        case event_kind::operation_submitted:
        case event_kind::operation_completed: wrong("nobody has asked the kernel"); break;
        }
    }

    void end() {
        now_ = nullptr;
        if (running_ != 0) wrong("the stream ends while a task runs");
        for (std::size_t i = 0; i != tasks_.size(); ++i)
            if (tasks_[i] != state::ended) wrong(fmt::format("task {} has not ended", i + 1));
        if (!timers_.empty())
            wrong(fmt::format("{} timers have neither fired nor been cancelled", timers_.size()));
    }

private:
    enum class state : std::uint8_t { created, told_to_end, running, suspended, ended };

    struct timer {
        std::int64_t deadline;
        std::uint64_t task;
    };

    void wrong(std::string_view what) {
        broken_.push_back(now_ != nullptr ? fmt::format("{}, at: {}", what, print(*now_))
                                          : std::string(what));
    }

    // A state to compare and to change; of a task that was never created it is `ended`.
    state& of(std::uint64_t task) {
        nobody_ = state::ended;
        return task != 0 && task <= tasks_.size() ? tasks_[task - 1] : nobody_;
    }

    void created(const record& event) {
        if (event.task != tasks_.size() + 1) return wrong("tasks do not count up");
        if (event.other != running_) wrong("it is not the running task that creates it");
        tasks_.push_back(state::created);
    }

    void resumed(const record& event) {
        if (running_ != 0) wrong("resumed while another task runs");
        state& now = of(event.task);
        if (now == state::running || now == state::ended)
            wrong("resumed, and is neither new nor suspended");
        now = state::running;
        running_ = event.task;
    }

    void suspended(const record& event) {
        if (running_ != event.task) wrong("suspended, and did not run");
        if (event.other > tasks_.size()) wrong("waits for a task that was never created");
        of(event.task) = state::suspended;
        running_ = 0;
    }

    void ended(const record& event) {
        state& now = of(event.task);
        if (now == state::ended) wrong("ended, and was not there");
        // One that was cancelled before its first step never has one.
        const bool unstarted =
            now == state::told_to_end && running_ == 0 && event.kind == event_kind::task_cancelled;
        if (!unstarted && running_ != event.task) wrong("ended, and did not run");
        now = state::ended;
        running_ = 0;
    }

    void cancel_requested(const record& event) {
        state& now = of(event.task);
        if (now == state::ended) wrong("cancels a task that is not there");
        if (now == state::created) now = state::told_to_end;
        if (event.other != running_) wrong("it is not the running task that asks");
    }

    // Those with the same deadline fire in the order in which they were armed.
    void fired(const record& event) {
        if (event.time < event.number) wrong("a timer fires too early");
        std::size_t first = timers_.size();
        for (std::size_t i = 0; i != timers_.size(); ++i) {
            if (timers_[i].deadline < event.number) wrong("an earlier timer has not fired yet");
            if (first == timers_.size() && timers_[i].deadline == event.number) first = i;
        }
        if (first == timers_.size()) return wrong("a timer fires that was not armed");
        if (timers_[first].task != event.task) wrong("a timer fires out of its order");
        timers_.erase(timers_.begin() + static_cast<std::ptrdiff_t>(first));
    }

    // Of one task's timers the innermost, which was armed last, goes first.
    void timer_cancelled(const record& event) {
        const auto last = std::find_if(timers_.rbegin(), timers_.rend(), [&](const timer& each) {
            return each.deadline == event.number && each.task == event.task;
        });
        if (last == timers_.rend()) return wrong("a timer is cancelled that was not armed");
        timers_.erase(std::next(last).base());
    }

    void turn_begins(const record& event) {
        if (event.number != turns_++) wrong("turns do not count up");
        if (running_ != 0) wrong("a turn begins while a task runs");
    }

    std::vector<std::string>& broken_;
    const record* now_ = nullptr;
    std::int64_t time_ = 0;
    std::int64_t turns_ = 0;
    std::uint64_t running_ = 0;
    std::vector<state> tasks_;
    std::vector<timer> timers_;
    state nobody_ = state::ended;
};

}  // namespace

void check_events(const std::vector<record>& events, bool ends, std::vector<std::string>& broken) {
    stream told(broken);
    for (const record& each : events) told.take(each);
    if (ends) told.end();
}

}  // namespace random_programs
