#pragma once
// What the tasks of a random program share, and the instruments with which they
// notice what must not be. It outlives the run.

#include "program.hpp"
#include "result.hpp"

#include "coro/coro.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace random_programs {

/// A value that counts how many of its kind there are.
class value {
public:
    value(long& alive, int which) noexcept : alive_(&alive), number_(which) { ++*alive_; }
    value(const value& other) noexcept : value(*other.alive_, other.number_) {}
    value(value&& other) noexcept : value(*other.alive_, std::exchange(other.number_, -1)) {}
    value& operator=(const value&) = delete;
    value& operator=(value&&) = delete;
    ~value() {
        --*alive_;
        number_ = -2;
    }

    /// -1 once it was moved from.
    [[nodiscard]] int number() const noexcept { return number_; }

private:
    long* alive_;
    int number_;
};

/// A coroutine that an owner has: is it still there, did it throw, when did it end?
struct child_place {
    bool there = false;
    bool failed = false;
    int ended = 0;  ///< as which of all
};

/// The requests to cancel a task, as they were told.
struct request_count {
    unsigned made = 0;
    unsigned by_nobody = 0;   ///< of them: by a callback, so that they may be an owner's own
    unsigned by_whoever = 0;  ///< of these: they may also be of one that owns the task itself
    unsigned taken_back = 0;  ///< by an action
    bool waits_on = false;    ///< since the last one it has not been resumed
    bool is_member = false;   ///< of a group
    int scopes = 0;           ///< within it, of those owners that cancel who awaits them

    bool operator==(const request_count&) const = default;
};

class owner;
class condition_waiter;

/// A group while it is open; null once it has ended.
struct open_group {
    coro::task_group* group = nullptr;
    owner* of = nullptr;
};

class world {
public:
    explicit world(result& notes);
    world(const world&) = delete;
    world& operator=(const world&) = delete;

    /// Something that must not be has happened.
    void fault(const action& where, std::string_view what);
    /// Goes into the event stream.
    void say(const action& where, std::string_view what);

    /// The running task, or another, is one that the program can name from now on.
    void remember_main();
    void remember(const coro::task_handle<value>& running);
    /// The task that an action means; null if none is known.
    [[nodiscard]] const coro::task_handle<value>* handle(int which) const;
    /// The same and main.
    [[nodiscard]] const coro::task_ref* task(int which) const;
    /// `count` handles, beginning with that one.
    [[nodiscard]] std::vector<coro::task_handle<value>> some(int which, int count) const;
    void forget(int which);
    void forget_all();

    [[nodiscard]] static std::uint64_t running_task() noexcept;

    static constexpr std::size_t mutex_count = 2;
    static constexpr std::size_t semaphore_count = 2;
    static constexpr std::size_t event_count = 2;
    static constexpr std::size_t future_count = 3;

    std::array<coro::mutex, mutex_count> mutexes;
    coro::condition conditions[mutex_count];
    coro::semaphore semaphores[semaphore_count];
    std::array<coro::event, event_count> events;
    coro::queue<value> queues[queue_count];
    std::array<coro::future<value>, future_count> futures;

    /// How many stand in each line.
    struct waiters_of_all {
        std::array<int, mutex_count> mutexes = {};
        std::array<int, semaphore_count> semaphores = {};
        std::array<int, event_count> events = {};
        std::array<int, future_count> futures = {};
        std::array<int, queue_count> getters = {};
        std::array<int, queue_count> putters = {};
    };
    waiters_of_all waiters;

    std::array<int, mutex_count> mutex_holders = {};
    std::array<int, mutex_count> locks_begun = {};
    std::array<int, mutex_count> last_locked = {};
    std::array<int, semaphore_count> permit_holders = {};
    std::array<int, queue_count> puts_begun = {};
    std::map<int, int> clean_ups;  // how often those of each action were run

    /// Of each condition, in the order in which they came.
    std::array<std::vector<condition_waiter*>, mutex_count> waiting_for_notify;
    /// So many of them should go on by now, and the others wait.
    void were_notified(const action& where, std::size_t condition, std::size_t count);

    /// Where in the event stream that task ended.
    [[nodiscard]] std::size_t end_of(std::uint64_t task) const;
    /// Was it in a circle of tasks that wait for one another when a cancel came? Then it
    /// may have been left by who had only its handle.
    [[nodiscard]] bool was_in_circle(std::uint64_t task) const;

    /// Of the running task.
    [[nodiscard]] request_count& requests() { return requests_of(running_task()); }
    [[nodiscard]] request_count& requests_of(std::uint64_t task) {
        if (task >= requests_.size()) requests_.resize(task + 1);
        return requests_[task];
    }

    std::vector<std::uint64_t> in_circles;
    std::vector<std::uint64_t> in_shields;  // tasks that await shield()
    bool everybody_told = false;            // to stop, since main has ended, or nothing can
    std::deque<child_place> children;
    int children_ended = 0;
    std::deque<open_group> groups;
    result& noted;

private:
    std::vector<coro::task_ref> tasks_;
    std::vector<coro::task_handle<value>> handles_;
    std::vector<request_count> requests_;
};

/// Would it wait for ever, since it waits for itself, by way of others of which each is
/// one that `counts`?
template <class Counts>
[[nodiscard]] bool waits_for_itself(const coro::task_base& task, Counts counts) {
    std::vector<const coro::task_base*> seen = {&task};
    for (std::size_t i = 0; i != seen.size(); ++i) {
        if (seen[i]->waiting_for == nullptr || !counts(*seen[i])) continue;
        for (std::size_t number = 0;; ++number) {
            const coro::task_base* next = seen[i]->waiting_for->awaited(number);
            if (next == nullptr) break;
            if (next == &task) return true;
            if (std::find(seen.begin(), seen.end(), next) == seen.end()) seen.push_back(next);
        }
    }
    return false;
}

/// In every coroutine of a program: counts that its locals are alive.
class alive {
public:
    explicit alive(world& in) noexcept : world_(in) { ++world_.noted.coroutines_left; }
    ~alive() { --world_.noted.coroutines_left; }
    alive(const alive&) = delete;
    alive& operator=(const alive&) = delete;

private:
    world& world_;
};

/// A parameter of a coroutine that an owner has, which goes with its frame.
class presence {
public:
    explicit presence(world& in) : world_(&in), which_(in.children.size()) {
        in.children.emplace_back();
        place().there = true;
    }
    presence(presence&& other) noexcept
        : world_(std::exchange(other.world_, nullptr)), which_(other.which_) {}
    presence& operator=(presence&&) = delete;
    ~presence() {
        if (world_ == nullptr) return;
        place().there = false;
        place().ended = ++world_->children_ended;
    }
    void fails() const noexcept { place().failed = true; }
    [[nodiscard]] int number() const noexcept { return static_cast<int>(which_); }

private:
    [[nodiscard]] child_place& place() const noexcept { return world_->children[which_]; }

    world* world_;
    std::size_t which_;
};

/// In an owner: when it goes on, or is left, the children it has started must be gone,
/// and the tasks it was given must have ended. The one exception is such a task in a
/// circle with the owner, which a cancel may tear from it.
class owner {
public:
    owner(world& in, const action& here);
    ~owner();
    owner(const owner&) = delete;
    owner& operator=(const owner&) = delete;

    [[nodiscard]] presence child();
    [[nodiscard]] int number(std::size_t which) const noexcept {
        return static_cast<int>(children_[which]);
    }
    [[nodiscard]] bool failed(std::size_t which) const noexcept {
        return world_.children[children_[which]].failed;
    }
    /// Which of its children was the first to end.
    [[nodiscard]] std::size_t first() const;
    /// How many requests were taken back by owners; -1 if by others too.
    [[nodiscard]] int taken_back() const;
    /// Did somebody ask the task to stop, who has not taken that back?
    [[nodiscard]] bool was_asked_by_others() const;
    void owns(const std::vector<coro::task_handle<value>>& running);

private:
    void check_requests() const;

    world& world_;
    const action& here_;
    std::uint64_t task_;
    unsigned cancelling_;  // when it began, as was:
    request_count requests_;
    std::vector<std::size_t> children_;
    std::vector<coro::task_handle<value>> handles_;
};

/// Counts one who stands in a line, until it leaves or is gone.
class in_line {
public:
    explicit in_line(int& waiters) noexcept : waiters_(&waiters) { ++*waiters_; }
    ~in_line() { leaves(); }
    in_line(const in_line&) = delete;
    in_line& operator=(const in_line&) = delete;
    void leaves() noexcept {
        if (waiters_ != nullptr) --*waiters_;
        waiters_ = nullptr;
    }

private:
    int* waiters_;
};

/// One who waits for a condition to be notified: every notify must let one go on, or be
/// passed on by one that was cancelled meanwhile.
class condition_waiter {
public:
    /// The running task, which is about to wait.
    condition_waiter(world& in, const action& here, std::size_t condition);
    ~condition_waiter();
    condition_waiter(const condition_waiter&) = delete;
    condition_waiter& operator=(const condition_waiter&) = delete;

    void goes_on();
    void was_cancelled();

private:
    friend class world;
    friend class listener;
    enum class state : std::uint8_t { in_line, notified, left };
    [[nodiscard]] bool waits() const noexcept;

    world& world_;
    const action& here_;
    std::size_t condition_;
    const coro::task_base& task_;
    state state_;
};

/// Counts one who holds something that at most `most` may hold.
class holding {
public:
    holding(world& in, const action& here, int& holders, int most) : holders_(holders) {
        if (++holders_ > most) in.fault(here, "more hold it than may");
    }
    ~holding() { --holders_; }
    holding(const holding&) = delete;
    holding& operator=(const holding&) = delete;

private:
    int& holders_;
};

}  // namespace random_programs
