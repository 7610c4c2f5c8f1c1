// See listener.hpp.

#include "listener.hpp"

#include "run_program.hpp"

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace random_programs {

namespace {

template <class Do>
void for_each_task(Do what) {
    const coro::event_loop& loop = *coro::event_loop::current();
    for (const coro::task_base* each = loop.first_task(); each != nullptr;
         each = loop.next_task(*each))
        what(*each);
}

template <class Is>
const coro::task_base* find_task(Is right) {
    const coro::task_base* found = nullptr;
    for_each_task([&](const coro::task_base& each) {
        if (found == nullptr && right(each)) found = &each;
    });
    return found;
}

bool waits_for(const coro::task_base& waiting, const coro::task_base& other) {
    if (waiting.waiting_for == nullptr) return false;
    for (std::size_t number = 0;; ++number) {
        const coro::task_base* const awaited = waiting.waiting_for->awaited(number);
        if (awaited == &other) return true;
        if (awaited == nullptr) return false;
    }
}

// Those that only look on do not.
bool passes_cancels_on(const coro::task_base& waiting) {
    const std::string_view what = waiting.waiting_for->describe().what;
    return what != "wait" && what != "as_completed";
}

bool was_visited(const coro::task_base& task) {
    return (task.walk_marks & coro::cancel_walk::visited) != 0;
}

}  // namespace

void listener::on_event(const coro::loop_event& happened) noexcept {
    switch (happened.kind) {
    case coro::event_kind::cancel_requested: requested(happened); break;
    case coro::event_kind::task_suspended:
        world_.requests_of(happened.task).waits_on = false;
        break;
    case coro::event_kind::task_finished:
    case coro::event_kind::task_failed:
    case coro::event_kind::task_cancelled:
        if (happened.task == 1) world_.everybody_told = true;
        break;
    case coro::event_kind::turn_waits: idle(); break;
    case coro::event_kind::turn_begins:
        if (happened.number <= most_turns) break;
        std::fprintf(stderr, "the program took more than %lld turns\n",
                     static_cast<long long>(most_turns));
        std::abort();
    default: break;
    }
    world_.noted.events.push_back({happened.kind, happened.time, happened.task, happened.other,
                                   happened.number, std::string(happened.what),
                                   static_cast<unsigned>(happened.where.line())});
}

// Before the cancel reaches its leaf, since after that a circle may be broken.
void listener::requested(const coro::loop_event& happened) {
    request_count& requests = world_.requests_of(happened.task);
    ++requests.made;
    requests.waits_on = true;
    const coro::task_base& asked =
        *find_task([&](const coro::task_base& each) { return each.id() == happened.task; });
    check_way(asked);
    if (happened.other == 0 && (world_.everybody_told || find_task(was_visited) == nullptr)) {
        ++requests.by_nobody;
        if (may_be_of_its_owner(asked)) ++requests.by_whoever;
    }
    for (const auto& line : world_.waiting_for_notify)
        for (condition_waiter* const each : line)
            if (&each->task_ == &asked && each->state_ == condition_waiter::state::in_line)
                each->state_ = condition_waiter::state::left;

    const auto any = [](const coro::task_base&) {
        return true;
    };
    for_each_task([&](const coro::task_base& each) {
        if (waits_for_itself(each, any)) world_.in_circles.push_back(each.id());
    });
}

// A request that is on its way has come by a task that waits for the one it comes to.
void listener::check_way(const coro::task_base& asked) {
    if (world_.everybody_told || find_task(was_visited) == nullptr) return;
    const auto passes_on = [&](const coro::task_base& each) {
        return was_visited(each) && waits_for(each, asked) && passes_cancels_on(each) &&
               std::find(world_.in_shields.begin(), world_.in_shields.end(), each.id()) ==
                   world_.in_shields.end();
    };
    if (find_task(passes_on) == nullptr) fault(asked, "a cancel reaches it that was not for it");
}

// A gather, race or group cancels its children, and nobody takes that back.
bool listener::may_be_of_its_owner(const coro::task_base& asked) const {
    if (world_.requests_of(asked.id()).is_member) return true;
    return find_task([&](const coro::task_base& each) { return waits_for(each, asked); }) !=
           nullptr;
}

void listener::fault(const coro::task_base& of, const char* what) {
    world_.noted.faults.push_back("task " + std::to_string(of.id()) + ": " + what);
}

void listener::idle() {
    for_each_task([this](const coro::task_base& each) { check_wait(each); });
    check_lines();
}

void listener::check_wait(const coro::task_base& waiting) {
    if (waiting.waiting_for == nullptr) return fault(waiting, "it is ready, and is not resumed");
    const auto was_cancelled = [this](const coro::task_base& task) {
        return world_.requests_of(task.id()).waits_on;
    };
    if (waits_for_itself(waiting, was_cancelled))
        fault(waiting, "a cancel does not end the circle of waits it is in");

    std::size_t awaited = 0;
    std::size_t ended = 0;
    while (const coro::task_base* other = waiting.waiting_for->awaited(awaited)) {
        ++awaited;
        if (other->done()) ++ended;
    }
    if (awaited != 0 && ended == awaited) fault(waiting, "all that it waits for have ended");
    // A cancelled wait of condition for its mutex goes on.
    if (awaited == 0 && was_cancelled(waiting) && waiting.waiting_for->describe().what != "mutex")
        fault(waiting, "a cancel does not end its wait");
}

// Does somebody stand in a line in vain?
void listener::check_lines() {
    const auto in_vain = [this](const char* what, int waiters, bool could_go_on) {
        if (waiters != 0 && could_go_on)
            world_.noted.faults.push_back(std::string("somebody waits in vain for ") + what);
    };
    const world::waiters_of_all& waiting = world_.waiters;
    for (std::size_t i = 0; i != world::mutex_count; ++i)
        in_vain("a mutex", waiting.mutexes[i], !world_.mutexes[i].locked());
    for (std::size_t i = 0; i != world::semaphore_count; ++i)
        in_vain("a semaphore", waiting.semaphores[i], !world_.semaphores[i].locked());
    for (std::size_t i = 0; i != world::event_count; ++i)
        in_vain("an event", waiting.events[i], world_.events[i].is_set());
    for (std::size_t i = 0; i != world::future_count; ++i)
        in_vain("a future", waiting.futures[i], world_.futures[i].done());
    for (std::size_t i = 0; i != queue_count; ++i) {
        const auto& queue = world_.queues[i];
        in_vain("a value of a queue", waiting.getters[i], !queue.empty() || queue.closed());
        in_vain("room in a queue", waiting.putters[i], !queue.full() || queue.closed());
    }
}

}  // namespace random_programs
