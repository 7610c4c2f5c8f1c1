// See listener.hpp.

#include "listener.hpp"

#include "run_program.hpp"

#include <cstdio>
#include <cstdlib>

namespace random_programs {

namespace {

template <class Do>
void for_each_task(Do what) {
    const coro::event_loop& loop = *coro::event_loop::current();
    for (const coro::task_base* each = loop.first_task(); each != nullptr;
         each = loop.next_task(*each))
        what(*each);
}

}  // namespace

void listener::on_event(const coro::loop_event& happened) noexcept {
    switch (happened.kind) {
    case coro::event_kind::cancel_requested: requested(happened); break;
    case coro::event_kind::task_suspended:
        world_.requests_of(happened.task).waits_on = false;
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
    if (happened.other == 0) ++requests.by_nobody;
    requests.waits_on = true;

    const auto any = [](const coro::task_base&) {
        return true;
    };
    for_each_task([&](const coro::task_base& each) {
        if (waits_for_itself(each, any)) world_.in_circles.push_back(each.id());
    });
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
