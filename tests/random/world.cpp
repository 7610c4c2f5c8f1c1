// See world.hpp.

#include "world.hpp"

#include <algorithm>
#include <vector>

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

void world::were_notified(const action& where, std::size_t condition, std::size_t count) {
    for (condition_waiter* const each : waiting_for_notify[condition]) {
        if (each->state_ != condition_waiter::state::in_line) continue;
        if (each->waits() == (count != 0)) fault(where, "a notify is lost, or is one too many");
        if (count == 0) continue;
        --count;
        each->state_ = condition_waiter::state::notified;
    }
}

// With a request that is pending it leaves the line as soon as it stands there.
condition_waiter::condition_waiter(world& in, const action& here, std::size_t condition)
    : world_(in), here_(here), condition_(condition),
      task_(*coro::event_loop::current()->current_task()),
      state_(task_.cancel_pending ? state::left : state::in_line) {
    in.waiting_for_notify[condition].push_back(this);
}

condition_waiter::~condition_waiter() {
    std::erase(world_.waiting_for_notify[condition_], this);
}

bool condition_waiter::waits() const noexcept {
    return task_.waiting_for != nullptr && task_.waiting_for->describe().what == "condition";
}

void condition_waiter::goes_on() {
    if (state_ != state::notified) world_.fault(here_, "goes on, and nobody has notified it");
}

void condition_waiter::was_cancelled() {
    if (state_ == state::in_line) world_.fault(here_, "ends cancelled, and nobody has asked");
    if (state_ == state::notified) world_.were_notified(here_, condition_, 1);
}

namespace {

// Those that cancel the task that awaits them, and take that back.
bool is_scope(action_kind kind) {
    return kind == action_kind::wait_for || kind == action_kind::wait_for_task ||
           kind == action_kind::group;
}

}  // namespace

owner::owner(world& in, const action& here)
    : world_(in), here_(here), task_(world::running_task()),
      cancelling_(coro::current_task().cancelling()), requests_(in.requests()) {
    if (is_scope(here.kind)) ++in.requests().scopes;
}

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
    const bool clear = requests_.scopes == 0 && now.by_whoever == requests_.by_whoever &&
                       taken_back == 0 && !world_.everybody_told;
    if (clear && by_owners < by_nobody) world_.fault(here_, "keeps a request of its own");
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
    if (is_scope(here_.kind)) --world_.requests_of(task_).scopes;
    if (world_.noted.refused) return;
    check_requests();
    for (const std::size_t each : children_)
        if (world_.children[each].there) world_.fault(here_, "goes on while a child has not ended");
    for (const auto& each : handles_)
        if (each.id() == world::running_task()) return;  // that is refused
    const bool in_circle = world_.was_in_circle(task_);
    for (const auto& each : handles_)
        if (!each.done() && !(in_circle && world_.was_in_circle(each.id())))
            world_.fault(here_, "goes on while a task it owns has not ended");
}

presence owner::child() {
    children_.push_back(world_.children.size());
    return presence(world_);
}

void owner::owns(const std::vector<coro::task_handle<value>>& running) {
    handles_ = running;
}

}  // namespace random_programs
