// See world.hpp.

#include "world.hpp"

#include <algorithm>

namespace random_programs {

world::world(result& notes)
    : conditions{coro::condition(mutexes[0]), coro::condition(mutexes[1])},
      semaphores{coro::semaphore(1), coro::semaphore(2)},
      queues{coro::queue<value>(0), coro::queue<value>(1), coro::queue<value>(2)}, noted(notes) {
    for (std::size_t i = 0; i != queue_count; ++i) noted.queues[i].capacity = queues[i].capacity();
    noted.events.reserve(256);
}

void world::fault(const action& where, std::string_view what) {
    noted.faults.push_back("#" + std::to_string(where.id) + " " + form_of(where.kind).name + ": " +
                           std::string(what));
}

void world::say(const action& where, std::string_view what) {
    record said;
    said.time = coro::event_loop::current()->now() - coro::event_loop::current()->began();
    said.task = running_task();
    said.number = where.id;
    said.what = what;
    noted.events.push_back(std::move(said));
}

void world::remember_main() {
    tasks_.push_back(coro::current_task());
}

void world::remember(const coro::task_handle<value>& running) {
    handles_.push_back(running);
    tasks_.push_back(running);
}

const coro::task_handle<value>* world::handle(int which) const {
    if (handles_.empty()) return nullptr;
    return &handles_[static_cast<std::size_t>(which) % handles_.size()];
}

const coro::task_ref* world::task(int which) const {
    if (tasks_.empty()) return nullptr;
    return &tasks_[static_cast<std::size_t>(which) % tasks_.size()];
}

std::vector<coro::task_handle<value>> world::some(int which, int count) const {
    std::vector<coro::task_handle<value>> chosen;
    for (int i = 0; i != count && static_cast<std::size_t>(i) < handles_.size(); ++i)
        chosen.push_back(*handle(which + i));
    return chosen;
}

void world::forget(int which) {
    const coro::task_handle<value>* const found = handle(which);
    if (found == nullptr) return;
    const auto place = handles_.begin() + (found - handles_.data());
    tasks_.erase(std::find(tasks_.begin(), tasks_.end(), *found));
    handles_.erase(place);
}

void world::forget_all() {
    tasks_.clear();
    handles_.clear();
}

std::size_t world::end_of(std::uint64_t task) const {
    for (std::size_t i = noted.events.size(); i-- != 0;) switch (noted.events[i].kind) {
        case coro::event_kind::task_finished:
        case coro::event_kind::task_failed:
        case coro::event_kind::task_cancelled:
            if (noted.events[i].task == task) return i;
            break;
        default: break;
        }
    return 0;
}

bool world::was_in_circle(std::uint64_t task) const {
    return std::find(in_circles.begin(), in_circles.end(), task) != in_circles.end();
}

std::uint64_t world::running_task() noexcept {
    const coro::event_loop* loop = coro::event_loop::current();
    return loop != nullptr && loop->current_task() != nullptr ? loop->current_task()->id() : 0;
}

owner::owner(world& in, const action& here)
    : world_(in), here_(here), cancelling_(coro::current_task().cancelling()),
      requests_(in.requests()) {}

// It takes back its own requests, and so do those inside of it, but nobody else's.
void owner::check_requests() const {
    const request_count now = world_.requests();
    const int made = static_cast<int>(now.made - requests_.made);
    const int by_nobody = static_cast<int>(now.by_nobody - requests_.by_nobody);
    const int taken_back = static_cast<int>(now.taken_back - requests_.taken_back);
    const int left =
        static_cast<int>(coro::current_task().cancelling()) - static_cast<int>(cancelling_);
    const int by_owners = made - taken_back - left;
    if (by_owners < 0) world_.fault(here_, "there are more requests than were made");
    if (by_owners > by_nobody) world_.fault(here_, "a request of somebody else was taken back");
}

std::size_t owner::first() const {
    const auto earlier = [this](std::size_t one, std::size_t other) {
        return world_.children[one].ended < world_.children[other].ended;
    };
    return static_cast<std::size_t>(std::min_element(children_.begin(), children_.end(), earlier) -
                                    children_.begin());
}

int owner::taken_back() const {
    const request_count now = world_.requests();
    if (now.taken_back != requests_.taken_back) return -1;
    return static_cast<int>(now.made - requests_.made) + static_cast<int>(cancelling_) -
           static_cast<int>(coro::current_task().cancelling());
}

bool owner::was_asked_by_others() const {
    const request_count now = world_.requests();
    const unsigned by_others = (now.made - now.by_nobody) - (requests_.made - requests_.by_nobody);
    return by_others > now.taken_back - requests_.taken_back;
}

owner::~owner() {
    if (world_.noted.refused) return;
    check_requests();
    if (world_.was_in_circle(world::running_task())) return;
    for (const std::size_t each : children_)
        if (world_.children[each].there) world_.fault(here_, "goes on while a child has not ended");
    for (const auto& each : handles_)
        if (each.id() == world::running_task()) return;  // that is refused
    for (const auto& each : handles_)
        if (!each.done()) world_.fault(here_, "goes on while a task it owns has not ended");
}

presence owner::child() {
    children_.push_back(world_.children.size());
    return presence(world_);
}

void owner::owns(const std::vector<coro::task_handle<value>>& running) {
    handles_ = running;
}

}  // namespace random_programs
