// The invariants themselves: each complains about a run that breaks it, and about
// none that does not. The runs are made by hand, or are those of real programs into
// which an error was put.

#include "generate.hpp"
#include "invariants.hpp"
#include "run_program.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace {

using namespace random_programs;
using coro::event_kind;

record event(event_kind kind, std::uint64_t task = 0, std::int64_t number = 0,
             std::uint64_t other = 0, std::int64_t time = 0) {
    record made;
    made.kind = kind;
    made.task = task;
    made.number = number;
    made.other = other;
    made.time = time;
    return made;
}

// Main starts a task and sleeps for 5 ns; the task is cancelled before its first step.
result good_run() {
    result run;
    run.ending = "value";
    run.events = {
        event(event_kind::task_created, 1),           event(event_kind::turn_begins, 0, 0),
        event(event_kind::task_resumed, 1),           event(event_kind::task_created, 2, 0, 1),
        event(event_kind::cancel_requested, 2, 0, 1), event(event_kind::timer_armed, 1, 5),
        event(event_kind::task_suspended, 1),         event(event_kind::turn_begins, 0, 1),
        event(event_kind::task_cancelled, 2),         event(event_kind::turn_begins, 0, 2),
        event(event_kind::turn_waits, 0, 5),          event(event_kind::turn_wakes, 0, 0, 0, 5),
        event(event_kind::timer_fired, 1, 5, 0, 5),   event(event_kind::turn_begins, 0, 3, 0, 5),
        event(event_kind::task_resumed, 1, 0, 0, 5),  event(event_kind::task_finished, 1, 0, 0, 5),
    };
    return run;
}

std::size_t place_of(const result& run, event_kind kind, std::uint64_t task) {
    const auto found = std::find_if(run.events.begin(), run.events.end(), [&](const record& each) {
        return each.kind == kind && each.task == task;
    });
    REQUIRE(found != run.events.end());
    return static_cast<std::size_t>(found - run.events.begin());
}

void erase(result& run, std::size_t place) {
    run.events.erase(run.events.begin() + static_cast<std::ptrdiff_t>(place));
}

void insert(result& run, std::size_t place, record what) {
    run.events.insert(run.events.begin() + static_cast<std::ptrdiff_t>(place), std::move(what));
}

// Is this said of it?
bool complains(const result& run, const std::string& of) {
    const std::vector<std::string> all = broken_invariants(run);
    return std::any_of(all.begin(), all.end(),
                       [&](const std::string& each) { return each.find(of) != std::string::npos; });
}

queue_traffic good_queue() {
    queue_traffic traffic;
    traffic.capacity = 2;
    traffic.put = {1, 0, 3, 4};
    traffic.got = {0, -1, 1};
    traffic.left = {3, 4};
    traffic.done = 1;
    traffic.done_after = 3;
    return traffic;
}

result with_queue(queue_traffic traffic) {
    result run = good_run();
    run.queues[1] = std::move(traffic);
    return run;
}

}  // namespace

TEST_CASE("invariants: nothing is said of a run in which all is well") {
    CHECK(broken_invariants(good_run()).empty());
    CHECK(broken_invariants(with_queue(good_queue())).empty());
}

TEST_CASE("invariants: a task ends exactly once") {
    result run = good_run();
    erase(run, place_of(run, event_kind::task_cancelled, 2));
    CHECK(complains(run, "task 2 has not ended"));

    run = good_run();
    run.events.push_back(event(event_kind::task_cancelled, 2, 0, 0, 5));
    CHECK(complains(run, "ended, and was not there"));

    run = good_run();
    insert(run, place_of(run, event_kind::timer_armed, 1), event(event_kind::task_finished, 2));
    CHECK(complains(run, "ended, and did not run"));
}

TEST_CASE("invariants: a task is resumed only if it is new or suspended") {
    result run = good_run();
    insert(run, place_of(run, event_kind::task_finished, 1),
           event(event_kind::task_resumed, 1, 0, 0, 5));
    CHECK(complains(run, "resumed while another task runs"));

    run = good_run();
    run.events.push_back(event(event_kind::task_resumed, 2, 0, 0, 5));
    CHECK(complains(run, "resumed, and is neither new nor suspended"));
    CHECK(complains(run, "the stream ends while a task runs"));

    run = good_run();
    erase(run, place_of(run, event_kind::task_suspended, 1));
    CHECK(complains(run, "a turn begins while a task runs"));

    run = good_run();
    run.events.push_back(event(event_kind::task_suspended, 1, 0, 0, 5));
    CHECK(complains(run, "suspended, and did not run"));
}

TEST_CASE("invariants: nothing happens to a task that is not there") {
    result run = good_run();
    run.events[place_of(run, event_kind::cancel_requested, 2)].task = 7;
    CHECK(complains(run, "cancels a task that is not there"));

    run = good_run();
    std::swap(run.events[place_of(run, event_kind::task_created, 2)],
              run.events[place_of(run, event_kind::cancel_requested, 2)]);
    CHECK(complains(run, "cancels a task that is not there"));

    run = good_run();
    erase(run, place_of(run, event_kind::cancel_requested, 2));
    CHECK(complains(run, "ended, and did not run"));

    run = good_run();
    insert(run, 1, event(event_kind::output, 1));
    CHECK(complains(run, "says something, and does not run"));

    run = good_run();
    run.events[place_of(run, event_kind::task_suspended, 1)].other = 3;
    CHECK(complains(run, "waits for a task that was never created"));

    run = good_run();
    run.events[place_of(run, event_kind::task_created, 2)].task = 3;
    CHECK(complains(run, "tasks do not count up"));

    run = good_run();
    run.events[place_of(run, event_kind::task_created, 2)].other = 2;
    CHECK(complains(run, "it is not the running task that creates it"));
}

TEST_CASE("invariants: a timer that was armed fires once, or is cancelled, in its order") {
    result run = good_run();
    erase(run, place_of(run, event_kind::timer_fired, 1));
    CHECK(complains(run, "1 timers have neither fired nor been cancelled"));

    run = good_run();
    erase(run, place_of(run, event_kind::timer_armed, 1));
    CHECK(complains(run, "a timer fires that was not armed"));

    run = good_run();
    run.events[place_of(run, event_kind::timer_fired, 1)].kind = event_kind::timer_cancelled;
    run.events[place_of(run, event_kind::timer_cancelled, 1)].number = 6;
    CHECK(complains(run, "a timer is cancelled that was not armed"));

    run = good_run();
    run.events[place_of(run, event_kind::timer_fired, 1)].time = 4;
    CHECK(complains(run, "a timer fires too early"));

    run = good_run();
    const std::size_t armed = place_of(run, event_kind::timer_armed, 1);
    insert(run, armed, event(event_kind::timer_armed, 2, 5));
    const std::size_t fired = place_of(run, event_kind::timer_fired, 1);
    insert(run, fired + 1, event(event_kind::timer_fired, 2, 5, 0, 5));
    CHECK(complains(run, "a timer fires out of its order"));
    std::swap(run.events[fired], run.events[fired + 1]);
    CHECK(broken_invariants(run).empty());
    run.events[armed].number = run.events[fired].number = 4;
    CHECK(broken_invariants(run).empty());
    std::swap(run.events[fired], run.events[fired + 1]);
    CHECK(complains(run, "an earlier timer has not fired yet"));
}

TEST_CASE("invariants: time and turns go on") {
    result run = good_run();
    run.events.back().time = 4;
    CHECK(complains(run, "time goes back"));
    run = good_run();
    run.events[1].number = 1;
    CHECK(complains(run, "turns do not count up"));
    run = good_run();
    run.events.push_back(event(event_kind::operation_submitted, 1, 0, 0, 5));
    CHECK(complains(run, "nobody has asked the kernel"));
}

TEST_CASE("invariants: a queue loses nothing, doubles nothing, and keeps the order") {
    queue_traffic traffic = good_queue();
    traffic.left.pop_back();
    CHECK(complains(with_queue(traffic), "is not what came out and what was left"));
    traffic = good_queue();
    traffic.got[1] = 2;
    CHECK(complains(with_queue(traffic), "is not what came out and what was left"));
    traffic = good_queue();
    traffic.got[1] = 0;
    CHECK(complains(with_queue(traffic), "gave a value twice"));
    traffic = good_queue();
    std::swap(traffic.got[0], traffic.got[2]);
    CHECK(complains(with_queue(traffic), "come out of their order"));
    traffic = good_queue();
    traffic.capacity = 1;
    CHECK(complains(with_queue(traffic), "holds more than that"));
    traffic = good_queue();
    traffic.done_after = 2;
    CHECK(complains(with_queue(traffic), "takes task_done() 3 times for 4 values"));
}

TEST_CASE("invariants: nothing is left, and nothing is silent") {
    result run = good_run();
    run.coroutines_left = 1;
    CHECK(complains(run, "the locals of 1 coroutines are left"));
    run = good_run();
    run.values_left = -1;
    CHECK(complains(run, "-1 values are left"));
    run = good_run();
    run.faults.emplace_back("a mutex is not free");
    CHECK(complains(run, "a mutex is not free"));

    run = good_run();
    run.ending = "deadlock: nothing is ready";
    CHECK(complains(run, "a deadlock_error came without a deadlock"));
    run = good_run();
    run.deadlock_told = true;
    CHECK(complains(run, "a deadlock came without a deadlock_error"));
    run = good_run();
    run.ending = "cancelled";
    CHECK(complains(run, "run() ended with cancelled"));

    run = good_run();
    run.reported = {2};
    CHECK(complains(run, "task 2 is reported as failed, and has not"));
    run = good_run();
    const std::size_t end = place_of(run, event_kind::task_cancelled, 2);
    run.events[end].kind = event_kind::task_failed;
    insert(run, end, event(event_kind::task_resumed, 2));
    CHECK(broken_invariants(run).empty());
    run.dropped = {2};
    CHECK(complains(run, "the failure of task 2 is silent"));
    run.reported = {2};
    CHECK(broken_invariants(run).empty());
    run.reported = {2, 2};
    CHECK(complains(run, "task 2 is reported twice"));
}

TEST_CASE("invariants: two runs that differ in anything") {
    CHECK(difference(good_run(), good_run()).empty());
    result other = good_run();
    other.events[3].number = 9;
    CHECK(difference(good_run(), other).find("event 3:") == 0);
    other = good_run();
    other.events.pop_back();
    CHECK(difference(good_run(), other) == "one has 16 events, the other 15");
    other = good_run();
    other.ending = "cancelled";
    CHECK(difference(good_run(), other).find("run() ended with:") == 0);
    other = good_run();
    other.queues[0].got.push_back(-1);
    CHECK(difference(good_run(), other) == "what the program noted");
}

// An error in the stream of a real program does not go unnoticed, wherever it is.
TEST_CASE("invariants: no end, resumption or timer of a real program can be left out") {
    const auto one_can_be_left_out = [](const result& run) {
        for (std::size_t i = 0; i != run.events.size(); ++i) {
            const event_kind kind = run.events[i].kind;
            if (kind == event_kind::output || kind == event_kind::turn_waits ||
                kind == event_kind::turn_wakes || kind == event_kind::cancel_requested)
                continue;
            if (kind == event_kind::turn_begins && i + 1 == run.events.size()) continue;
            result doctored = run;
            erase(doctored, i);
            if (kind == event_kind::turn_begins) {
                // The last one may be missing.
                const auto rest = doctored.events.begin() + static_cast<std::ptrdiff_t>(i);
                if (std::none_of(rest, doctored.events.end(), [](const record& each) {
                        return each.kind == event_kind::turn_begins;
                    }))
                    continue;
            }
            if (broken_invariants(doctored).empty()) return print(run.events[i]);
        }
        return std::string();
    };
    for (std::uint64_t seed = 1; seed != 30; ++seed) {
        CAPTURE(seed);
        const result run = run_program(generate(seed), coro::kernel_kind::epoll);
        REQUIRE(broken_invariants(run).empty());
        if (!run.refused) CHECK(one_can_be_left_out(run) == "");
    }
}
