// See generate.hpp. The distributions are our own, since those of the standard
// library differ from one to the next; and no expression draws twice, since the
// order of evaluation does too.

#include "generate.hpp"

#include <array>
#include <cstddef>
#include <iterator>
#include <random>

namespace random_programs {

namespace {

// How often a kind comes, beside the others, on the average of all programs. A single
// one has much of some kinds and nothing of others, so that these meet.
struct weight {
    action_kind kind;
    int of_many;
};

using enum action_kind;
constexpr weight weights[] = {
    {sleep, 60},
    {yield, 25},
    {hold, 3},
    {fail, 14},
    {fail_with_number, 4},
    {attempt, 25},
    {insist, 1},
    {spawn, 45},
    {forget, 4},
    {await_task, 18},
    {shield, 8},
    {cancel, 30},
    {cancel_self, 5},
    {uncancel, 4},
    {uncancel_self, 5},
    {wait_for, 30},
    {wait_for_task, 8},
    {gather, 16},
    {gather_pair, 6},
    {gather_tasks, 7},
    {gather_mixed, 6},
    {gather_outcomes, 8},
    {gather_outcomes_tasks, 4},
    {race, 12},
    {race_pair, 6},
    {race_tasks, 5},
    {race_mixed, 5},
    {finally, 12},
    {group, 22},
    {start, 30},
    {as_completed, 10},
    {wait, 12},
    {lock, 16},
    {try_lock, 3},
    {acquire, 14},
    {try_acquire, 3},
    {condition_wait, 8},
    {notify, 7},
    {notify_all, 4},
    {event_set, 7},
    {event_clear, 4},
    {event_wait, 8},
    {queue_put, 16},
    {queue_get, 14},
    {queue_try_put, 4},
    {queue_try_get, 4},
    {queue_task_done, 8},
    {queue_join, 4},
    {queue_close, 3},
    {future_set, 5},
    {future_fail, 3},
    {future_cancel, 3},
    {future_await, 7},
};

// What belongs together. Half of the programs have much of one of these.
constexpr action_kind families[][6] = {
    {lock, try_lock, condition_wait, notify, notify_all, condition_wait},
    {condition_wait, condition_wait, condition_wait, notify, notify, notify_all},
    {acquire, acquire, try_acquire, wait_for, cancel, yield},
    {event_wait, event_wait, event_set, event_set, event_clear, yield},
    {queue_put, queue_get, queue_try_put, queue_try_get, queue_close, yield},
    {queue_put, queue_get, queue_get, queue_task_done, queue_task_done, queue_join},
    {future_await, future_await, future_set, future_fail, future_cancel, yield},
    {group, group, start, fail, cancel, wait_for},
    {cancel, cancel_self, uncancel, uncancel_self, wait_for, attempt},
};

// Those that nothing may ever end; half of them get a time limit.
bool may_wait_for_ever(action_kind kind) {
    switch (kind) {
    case condition_wait:
    case event_wait:
    case queue_get:
    case queue_put:
    case queue_join:
    case future_await:
    case lock: return true;
    default: return false;
    }
}

// Where an action stands.
struct place {
    int depth = 0;
    bool in_group = false;
    bool limited = false;    // within a wait_for
    bool insisting = false;  // so that it is not repeated again and again
    unsigned held = 0;       // the mutexes, by their bits
};

class generator {
public:
    explicit generator(std::uint64_t seed) : random_(seed) {
        for (const weight& each : weights) {
            constexpr std::array<int, 5> times = {0, 1, 1, 1, 5};
            const int chosen = times[static_cast<std::size_t>(between(0, 4))];
            weights_[static_cast<std::size_t>(each.kind)] = each.of_many * chosen;
        }
        weights_[static_cast<std::size_t>(yield)] += 5;
        one_of_each_ = chance(60);
        if (chance(50)) {
            one_of_each_ = true;
            for (const action_kind each : families[static_cast<std::size_t>(
                     between(0, static_cast<int>(std::size(families)) - 1))])
                weights_[static_cast<std::size_t>(each)] += 60;
        }
        for (const int each : weights_) sum_ += each;
        favourite_ = between(0, 2);
        left_ = between(5, 45);
    }

    block program() {
        block all = actions(place(), between(3, 10));
        // Often main stays until most is over: what it leaves is cancelled.
        if (chance(60)) {
            action last;
            last.kind = sleep;
            last.number = between(5, 30);
            all.push_back(std::move(last));
        }
        // To begin with there should be tasks to do something with.
        for (int first = between(0, 4); first > 0; --first) {
            action made;
            made.kind = spawn;
            made.blocks.push_back(actions(deeper(place()), between(1, 4)));
            all.insert(all.begin(), std::move(made));
        }
        if (chance(20)) {
            block first = scene(between(0, 2));
            all.insert(all.begin(), std::make_move_iterator(first.begin()),
                       std::make_move_iterator(first.end()));
        }
        number_actions(all);
        return all;
    }

private:
    int between(int least, int most) {
        return least + static_cast<int>(random_() % static_cast<std::uint64_t>(most - least + 1));
    }
    bool chance(int percent) { return between(1, 100) <= percent; }

    // Few different ones, so that equal deadlines are common.
    int milliseconds() {
        constexpr std::array<int, 8> lengths = {0, 1, 1, 2, 2, 3, 5, 10};
        return lengths[static_cast<std::size_t>(between(0, 7))];
    }

    static place deeper(place here) {
        ++here.depth;
        return here;
    }

    action_kind kind() {
        int drawn = between(1, sum_);
        std::size_t which = 0;
        while ((drawn -= weights_[which]) > 0) ++which;
        return static_cast<action_kind>(which);
    }

    bool makes_sense(const action& made, const place& here) {
        if (made.kind == start) return here.in_group;
        if (made.kind == insist && here.insisting) return false;
        if (form_of(made.kind).blocks != 0 && here.depth >= 5) return false;
        const bool locks = made.kind == lock || made.kind == condition_wait;
        if (locks && (here.held & 1U << (made.which % 2)) != 0) return chance(3);
        return true;
    }

    static action simple(action_kind kind, int which = 0, int number = 0) {
        action made;
        made.kind = kind;
        made.caught = true;
        made.which = which;
        made.number = number;
        return made;
    }
    static action with(action_kind kind, block first, block second = {}) {
        action made = simple(kind);
        made.blocks.resize(static_cast<std::size_t>(form_of(kind).blocks));
        made.blocks[0] = std::move(first);
        if (made.blocks.size() == 2) made.blocks[1] = std::move(second);
        return made;
    }

    // What seldom comes about by itself.
    block scene(int which) {
        switch (which) {
        case 0: return notified_and_cancelled();
        case 1: return fails_after_a_cancel();
        default: return circles();
        }
    }

    // A task is notified and cancelled before it goes
    // on, while others wait for the same.
    block notified_and_cancelled() {
        const int which = between(0, 1);
        block scene;
        for (int waiters = between(2, 4); waiters > 0; --waiters) {
            action waits = with(condition_wait, {}, {});
            waits.which = which;
            scene.push_back(with(spawn, {std::move(waits)}));
        }
        scene.push_back(simple(sleep, 0, 1));
        for (int steps = between(2, 4); steps > 0; --steps) {
            scene.push_back(chance(50) ? simple(cancel, between(0, 4))
                                       : simple(notify, which, between(1, 2)));
            scene.back().mode = 1;  // of notify: without the mutex, so at once
        }
        return scene;
    }

    // A group, and maybe a time limit within it, of a task that has swallowed a
    // request, cancel that task by requests of their own.
    block fails_after_a_cancel() {
        action swallows = with(attempt, {simple(sleep, 0, 5)});
        swallows.mode = 1;
        action fails = simple(fail);
        fails.caught = false;
        action member = with(start, {simple(sleep, 0, between(0, 2)), std::move(fails)});
        action body = simple(sleep, 0, 5);
        if (chance(50)) {
            body = with(wait_for, {std::move(body)});
            body.number = between(0, 3);
        }
        action owner = with(group, {std::move(member), std::move(body)});
        block scene;
        scene.push_back(with(spawn, {std::move(swallows), std::move(owner), one(place())}));
        scene.push_back(simple(sleep, 0, 1));
        for (int requests = between(1, 2); requests > 0; --requests)
            scene.push_back(simple(cancel, 1));
        return scene;
    }

    // Tasks of which each waits for the next and the last for the first, and most own
    // children that take some time to end.
    block circles() {
        const int tasks = between(1, 4);
        block scene;
        for (int i = 0; i != tasks; ++i)
            scene.push_back(with(spawn, {link((i + 1) % tasks, chance(70))}));
        scene.push_back(simple(sleep, 0, 1));
        for (int requests = between(0, 2); requests > 0; --requests) {
            scene.push_back(simple(cancel, between(0, tasks)));
            scene.push_back(simple(sleep, 0, between(0, 2)));
        }
        return scene;
    }

    // Waits for a task, in any way.
    action link(int to, bool owns) {
        action waits = simple(await_task, to);
        switch (between(0, owns ? 3 : 4)) {
        case 0: waits = with(gather_mixed, {ends_slowly()}); break;
        case 1: waits = with(race_mixed, {ends_slowly()}); break;
        case 2: waits = simple(gather_tasks, to, between(1, 2)); break;
        case 3: waits = simple(race_tasks, to, between(1, 2)); break;
        default: break;
        }
        waits.which = to;
        waits.mode = mode_of(waits.kind);
        if (!owns) return waits;
        block child = {std::move(waits)};
        switch (between(0, 3)) {
        case 0: return with(gather_pair, {ends_slowly()}, std::move(child));
        case 1: return with(race_pair, std::move(child), {ends_slowly()});
        case 2: return with(group, {with(start, {ends_slowly()}), with(start, std::move(child))});
        default: break;
        }
        action limited = with(wait_for, {with(gather_pair, std::move(child), {ends_slowly()})});
        limited.number = milliseconds();
        return limited;
    }

    action ends_slowly() {
        action slow = with(attempt, {simple(sleep, 0, 20)}, {simple(sleep, 0, between(1, 3))});
        slow.mode = between(0, 5) == 0 ? 1 : 0;
        return slow;
    }

    block actions(const place& here, int count) {
        block made;
        while (count-- > 0 && left_ > 0) made.push_back(one(here));
        return made;
    }

    action one(place here) {
        --left_;
        action made;
        do {
            made.kind = here.in_group && chance(25) ? start : kind();
            made.which = which_of(made.kind);
        } while (!makes_sense(made, here));
        made.number = number_of(made.kind);
        made.mode = mode_of(made.kind);
        made.caught = chance(here.depth == 0 ? 95 : 75);
        if (may_wait_for_ever(made.kind) && !here.limited && chance(60)) return limited(made, here);
        add_blocks(made, here);
        return made;
    }

    int which_of(action_kind kind) {
        const char* const named = form_of(kind).which;
        if (named == nullptr) return 0;
        if (named[0] == 't') return between(0, 5);  // a task
        return one_of_each_ ? favourite_ : between(0, 2);
    }

    int number_of(action_kind which) {
        switch (which) {
        case sleep:
        case hold:
        case wait_for:
        case wait_for_task: return milliseconds();
        case wait: return chance(40) ? -1 : milliseconds();
        case gather_tasks:
        case gather_outcomes_tasks:
        case race_tasks:
        case as_completed: return between(0, 3);
        case notify: return between(1, 2);
        default: return 0;
        }
    }

    int mode_of(action_kind which) {
        switch (which) {
        case attempt: return chance(25) ? 1 : 0;
        case spawn:
        case start: return chance(20) ? 1 : 0;
        case await_task:
        case wait_for_task:
        case gather_tasks:
        case gather_outcomes_tasks:
        case race_tasks: return chance(10) ? 1 : 0;
        case notify:
        case notify_all: return chance(30) ? 1 : 0;
        case gather_mixed:
        case race_mixed: return between(0, 1);
        case as_completed: return between(0, 3);
        case wait: return between(0, 2);
        default: return 0;
        }
    }

    action limited(action& inner, place here) {
        here.limited = true;
        add_blocks(inner, deeper(here));
        action outer;
        outer.kind = wait_for;
        outer.number = milliseconds();
        outer.caught = chance(80);
        outer.blocks.resize(1);
        outer.blocks[0].push_back(std::move(inner));
        return outer;
    }

    void add_blocks(action& made, const place& here) {
        int count = form_of(made.kind).blocks;
        if (count < 0) count = between(0, 20) == 0 ? 0 : between(1, 3);
        place inside = deeper(here);
        if (made.kind == group) inside.in_group = true;
        if (made.kind == wait_for) inside.limited = true;
        if (made.kind == insist) inside.insisting = true;
        if (made.kind == lock || made.kind == condition_wait)
            inside.held |= 1U << (made.which % 2);  // there are two mutexes
        if (made.kind == spawn)
            inside = deeper(place{here.depth, false, false, inside.insisting, 0});
        for (; count > 0; --count) made.blocks.push_back(actions(inside, between(1, 4)));
    }

    std::mt19937_64 random_;
    std::array<int, action_kinds> weights_ = {};
    int sum_ = 0;
    bool one_of_each_ = false;  // of the mutexes, queues, ...: so that tasks meet there
    int favourite_ = 0;         // which
    int left_ = 0;
};

}  // namespace

block generate(std::uint64_t seed) {
    return generator(seed).program();
}

}  // namespace random_programs
