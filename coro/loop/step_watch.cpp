// See step_watch.hpp.

#include "coro/loop/step_watch.hpp"

#include "coro/loop/event_loop.hpp"
#include "coro/loop/reporter.hpp"

#include <algorithm>
#include <ctime>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace coro {

struct step_watch::notes {
    struct of_task {
        std::int64_t waits_since = -1;
        std::int64_t cancelled_at = -1;  // the time
        std::source_location cancelled_where;
        std::vector<std::source_location> way;  // of the exception that ended it
    };
    struct limit {
        const void* which;
        std::size_t most;
    };

    std::unordered_map<std::uint64_t, of_task> tasks;  // by id
    std::vector<limit> limits;
    std::set<std::pair<std::string, unsigned>> lock_places;  // that were reported already
    std::exception_ptr travels;  // the last exception that left a coroutine
    std::vector<std::source_location> way;
};

namespace {

std::pair<std::string, unsigned> place(const std::source_location& where) {
    return {where.file_name(), where.line()};
}

}  // namespace

step_watch::step_watch(const event_loop& loop, std::int64_t slow)
    : loop_(loop), slow_(slow), notes_(new notes), began_(time()) {}

step_watch::~step_watch() {
    delete notes_;
}

// For every step: the coarse clock, good to a few milliseconds, takes a fifth of the
// time of the exact one.
std::int64_t step_watch::time() const noexcept {
    if (loop_.virtual_clock()) return loop_.now();
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

void step_watch::task_created() noexcept {
    ++tasks_;
    for (notes::limit& each : notes_->limits) each.most = std::max(each.most, tasks_);
}

void step_watch::note_step(const task_base* task, std::int64_t took, bool holds_lock) {
    const std::source_location to =
        task != nullptr ? task->leaf->awaiting_at : std::source_location();
    if (took >= slow_) {
        const std::string_view name = named_ && id_ != 0 ? std::string_view(name_) : "";
        reporter::get().step_was_slow(
            {name, id_, took, loop_.now() - loop_.began(), first_step_, from_, to});
    }
    if (task == nullptr) return;
    if (holds_lock && notes_->lock_places.insert(place(to)).second)
        reporter::get().lock_held(*task, to);
    if (task->waiting_for != nullptr) notes_->tasks[task->id()].waits_since = loop_.now();
}

void step_watch::task_ended(const task_base& task) noexcept {
    --tasks_;
    const auto found = notes_->tasks.find(task.id());
    if (found == notes_->tasks.end()) return;
    const notes::of_task& noted = found->second;
    if (task.now == phase::finished && task.cancel_was_thrown() && task.cancel_requests() != 0)
        reporter::get().cancel_swallowed(task, noted.cancelled_at - loop_.began(),
                                         noted.cancelled_where);
    if (noted.way.empty()) notes_->tasks.erase(found);
}

void step_watch::cancel_delivered(const task_base& task) {
    notes::of_task& noted = notes_->tasks[task.id()];
    noted.cancelled_at = loop_.now();
    noted.cancelled_where = task.leaf->awaiting_at;
}

void step_watch::exception_left(std::source_location where) {
    const std::exception_ptr now = std::current_exception();
    if (now != notes_->travels) notes_->way.clear();
    notes_->travels = now;
    notes_->way.push_back(where);
}

void step_watch::exception_ended(const task_base& task) {
    notes_->tasks[task.id()].way = std::move(notes_->way);
    notes_->way.clear();
    notes_->travels = nullptr;
}

std::int64_t step_watch::waits_since(const task_base& task) const noexcept {
    const auto found = notes_->tasks.find(task.id());
    return found != notes_->tasks.end() && task.waiting_for != nullptr ? found->second.waits_since
                                                                       : -1;
}

std::vector<std::source_location> step_watch::way_of_exception(const task_base& task) {
    const auto found = notes_->tasks.find(task.id());
    if (found == notes_->tasks.end()) return {};
    std::vector<std::source_location> way = std::move(found->second.way);
    notes_->tasks.erase(found);
    return way;
}

void step_watch::limit_made(const void* limit) {
    constexpr std::size_t most_watched = 64;
    if (notes_->limits.size() < most_watched) notes_->limits.push_back({limit, tasks_});
}

std::size_t step_watch::limit_gone(const void* limit) noexcept {
    for (auto each = notes_->limits.begin(); each != notes_->limits.end(); ++each) {
        if (each->which != limit) continue;
        const std::size_t most = each->most;
        notes_->limits.erase(each);
        return most > 0 ? most - 1 : 0;
    }
    return 0;
}

}  // namespace coro
