// loop/observer.hpp: the event stream. Whatever the program does, the stream is
// well formed, and it names the lines.

#include "support.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
using coro::event_kind;

namespace {

coro::task<> nothing() {
    co_return;
}

coro::task<int> fails() {
    co_await coro::sleep(1ms);
    throw std::runtime_error("it fails");
}

coro::task<> sleeps(std::chrono::milliseconds time) {
    co_await coro::sleep(time);
}

coro::task<> cleans_up() {
    bool stopped = false;
    try {
        co_await coro::sleep(1h);
    } catch (const coro::cancelled&) {
        stopped = true;
    }
    co_await coro::sleep(5ms);
    if (stopped) throw coro::cancelled();
}

coro::task<int> deep(int depth) {
    if (depth == 0) {
        co_await coro::yield();
        co_return 0;
    }
    const int below = co_await deep(depth - 1);
    co_return below + 1;
}

// Something of everything, ended in every way.
coro::task<> everything() {
    coro::create_task(sleeps(2h), "left pending");
    const auto unread = coro::create_task(nothing());
    const auto unstarted = coro::create_task(nothing(), "unstarted");
    unstarted.cancel();
    const auto stopped = coro::create_task(cleans_up());
    co_await deep(3);
    co_await coro::sleep(3ms);
    stopped.cancel();
    try {
        co_await stopped;
    } catch (const coro::cancelled&) {
    }
    try {
        co_await coro::gather(cleans_up(), fails(), sleeps(1ms), nothing());
    } catch (const std::runtime_error&) {
    }
    co_await coro::gather_outcomes(fails(), fails(), sleeps(2ms));
    co_await coro::sleep(0s);
    co_await coro::sleep_until(coro::clock::now() - 1s);
    co_await coro::create_task(deep(2));
    coro::println("a line");
}

// What must hold of every stream. Returns what does not.
std::vector<std::string> flaws(const unit::history& history) {
    std::vector<std::string> found;
    const auto flaw = [&](const std::string& what, const unit::history::entry& where) {
        found.push_back(what + " (task " + std::to_string(where.task) + " at " +
                        std::to_string(where.time) + ")");
    };
    struct life {
        bool created = false;
        bool running = false;
        bool ended = false;
        long armed = 0;
    };
    std::map<std::uint64_t, life> lives;
    std::uint64_t running = 0;
    std::uint64_t last_created = 0;
    std::int64_t time = 0;
    std::int64_t turns = 0;
    bool waiting = false;
    for (const auto& each : history.entries) {
        if (each.time < time) flaw("time goes back", each);
        time = each.time;
        life& task = lives[each.task];
        const bool ends = each.kind == event_kind::task_finished ||
                          each.kind == event_kind::task_failed ||
                          each.kind == event_kind::task_cancelled;
        if (each.task != 0 && each.kind != event_kind::task_created && !task.created)
            flaw("an event before the creation", each);
        if (task.ended) flaw("an event after the end", each);
        switch (each.kind) {
        case event_kind::task_created:
            if (task.created) flaw("created twice", each);
            if (each.task != ++last_created) flaw("numbers are not in order", each);
            if (each.other != running) flaw("not created by the one who runs", each);
            task.created = true;
            break;
        case event_kind::task_resumed:
            if (running != 0) flaw("resumed while another runs", each);
            if (waiting) flaw("resumed while the loop waits", each);
            running = each.task;
            break;
        case event_kind::task_suspended:
            if (running != each.task) flaw("suspended, but it did not run", each);
            if (each.what.empty()) flaw("suspended on nothing", each);
            if (each.line == 0) flaw("suspended nowhere", each);
            running = 0;
            break;
        case event_kind::timer_armed:
            if (each.task == 0) flaw("a timer of nobody", each);
            ++task.armed;
            break;
        case event_kind::timer_fired:
        case event_kind::timer_cancelled:
            if (--task.armed < 0) flaw("a timer ends that was not armed", each);
            if (each.kind == event_kind::timer_fired && each.number > each.time)
                flaw("a timer fires early", each);
            break;
        case event_kind::turn_begins:
            if (running != 0) flaw("a turn begins while a task runs", each);
            if (each.number != turns++) flaw("turns are not counted", each);
            break;
        case event_kind::turn_waits:
            if (waiting) flaw("waits twice", each);
            waiting = true;
            break;
        case event_kind::turn_wakes:
            if (!waiting) flaw("wakes without a wait", each);
            waiting = false;
            break;
        default: break;
        }
        if (ends) {
            // One that was cancelled before it started ends without running.
            if (running != each.task && running != 0) flaw("ends while another runs", each);
            if (task.armed != 0) flaw("ends with a timer armed", each);
            task.ended = true;
            running = 0;
        }
    }
    for (const auto& [number, task] : lives)
        if (number != 0 && !task.ended) found.push_back("never ended: " + std::to_string(number));
    return found;
}

std::string text(const std::vector<std::string>& lines) {
    std::string all;
    for (const std::string& line : lines) all += line + "; ";
    return all;
}

}  // namespace

TEST_CASE("observer: the stream is well formed, whatever the program does") {
    const unit::captured errors(stderr);
    const unit::captured output(stdout);
    unit::history history;
    SUBCASE("virtual clock") {
        unit::run(everything(), &history);
    }
    SUBCASE("real clock") {
        coro::run_options options = unit::real_clock();
        options.observer = &history;
        coro::run(everything(), options);
    }
    const std::vector<std::string> found = flaws(history);
    CHECK(text(found) == "");
    CHECK(history.count(event_kind::task_created) == history.count(event_kind::task_finished) +
                                                         history.count(event_kind::task_failed) +
                                                         history.count(event_kind::task_cancelled));
    CHECK(history.count(event_kind::timer_armed) ==
          history.count(event_kind::timer_fired) + history.count(event_kind::timer_cancelled));
    CHECK(history.count(event_kind::task_failed) == 3);
    CHECK(history.count(event_kind::turn_waits) == history.count(event_kind::turn_wakes));
}

TEST_CASE("observer: the stream is well formed when main fails, deadlocks, or is left behind") {
    const unit::captured errors(stderr);
    SUBCASE("fails") {
        unit::history history;
        auto body = []() -> coro::task<> {
            coro::create_task(cleans_up());
            co_await coro::yield();
            throw std::runtime_error("no");
        };
        CHECK_THROWS_AS(unit::run(body(), &history), std::runtime_error);
        CHECK(text(flaws(history)) == "");
    }
    SUBCASE("deadlocks") {
        unit::history history;
        auto body = []() -> coro::task<> {
            unit::gate gate;
            coro::create_task(cleans_up());
            co_await coro::sleep(1s);
            co_await gate;
        };
        CHECK_THROWS_AS(unit::run(body(), &history), coro::deadlock_error);
        CHECK(text(flaws(history)) == "");
    }
}

TEST_CASE("observer: a suspension says on what, on whom, and in which line") {
    unit::history history;
    unsigned sleep_line = 0;
    unsigned yield_line = 0;
    unsigned gather_line = 0;
    unsigned handle_line = 0;
    auto child = [&]() -> coro::task<> {
        sleep_line = __LINE__ + 1;
        co_await coro::sleep(1s);
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(child(), "child");
        yield_line = __LINE__ + 1;
        co_await coro::yield();
        gather_line = __LINE__ + 1;
        co_await coro::gather(nothing(), nothing());
        handle_line = __LINE__ + 1;
        co_await task;
    };
    const unsigned run_line = __LINE__ + 1;
    coro::run(body(), unit::virtual_clock(&history));

    std::vector<unit::history::entry> of_main;
    for (const auto& each : history.entries)
        if (each.kind == event_kind::task_suspended && each.task == 1) of_main.push_back(each);
    REQUIRE(of_main.size() == 3);
    CHECK(of_main[0].what == "yield");
    CHECK(of_main[0].line == yield_line);
    CHECK(of_main[1].what == "gather");
    CHECK(of_main[1].line == gather_line);
    CHECK(of_main[2].what == "task");
    CHECK(of_main[2].line == handle_line);
    CHECK(of_main[2].other == 2);
    for (const auto& each : of_main) CHECK(unit::contains(each.file, "observer_test.cpp"));

    const auto* asleep = history.find(event_kind::task_suspended, 2);
    REQUIRE(asleep != nullptr);
    CHECK(asleep->what == "sleep");
    CHECK(asleep->line == sleep_line);

    const auto* main_created = history.find(event_kind::task_created, 1);
    REQUIRE(main_created != nullptr);
    CHECK(main_created->what == "main");
    CHECK(main_created->other == 0);
    CHECK(main_created->line == run_line);
    const auto* child_created = history.find(event_kind::task_created, 2);
    REQUIRE(child_created != nullptr);
    CHECK(child_created->what == "child");
    CHECK(child_created->other == 1);
    // Children of a gather are created at its co_await.
    const auto* gathered = history.find(event_kind::task_created, 3);
    REQUIRE(gathered != nullptr);
    CHECK(gathered->line == gather_line);
}

TEST_CASE("observer: a wait deep in a chain of coroutines is shown at its innermost co_await") {
    unit::history history;
    unsigned inner_line = 0;
    auto inner = [&]() -> coro::task<> {
        inner_line = __LINE__ + 1;
        co_await coro::sleep(1s);
    };
    auto outer = [&]() -> coro::task<> {
        co_await inner();
    };
    unit::run(outer(), &history);
    const auto* asleep = history.find(event_kind::task_suspended, 1);
    REQUIRE(asleep != nullptr);
    CHECK(asleep->line == inner_line);
    CHECK(history.count(event_kind::task_suspended) == 1);
}

TEST_CASE("observer: timers are told with their task and their deadline") {
    unit::history history;
    auto body = [&]() -> coro::task<> {
        co_await coro::sleep(1s);
        const auto task = coro::create_task(sleeps(5s * 1000));
        co_await coro::sleep(1s);
        task.cancel();
        try {
            co_await task;
        } catch (const coro::cancelled&) {
        }
    };
    unit::run(body(), &history);
    const auto* armed = history.find(event_kind::timer_armed, 1);
    REQUIRE(armed != nullptr);
    CHECK(armed->number == 1'000'000'000);
    CHECK(armed->time == 0);
    const auto* fired = history.find(event_kind::timer_fired, 1);
    REQUIRE(fired != nullptr);
    CHECK(fired->number == 1'000'000'000);
    CHECK(fired->time == 1'000'000'000);
    const auto* cancelled = history.find(event_kind::timer_cancelled, 2);
    REQUIRE(cancelled != nullptr);
    CHECK(cancelled->number == 5'001'000'000'000);
    CHECK(cancelled->time == 2'000'000'000);
    CHECK(history.count(event_kind::timer_fired, 2) == 0);
}

TEST_CASE("observer: ends are told with what they were") {
    unit::history history;
    auto body = [&]() -> coro::task<> {
        const auto failed = coro::create_task(fails());
        const auto unstarted = coro::create_task(nothing());
        unstarted.cancel();
        co_await coro::sleep(1s);
        CHECK(failed.exception() != nullptr);
    };
    unit::run(body(), &history);
    const auto* failure = history.find(event_kind::task_failed, 2);
    REQUIRE(failure != nullptr);
    CHECK(failure->what == "it fails");
    CHECK(history.count(event_kind::task_cancelled, 3) == 1);
    CHECK(history.count(event_kind::task_resumed, 3) == 0);  // it never ran
    CHECK(history.count(event_kind::task_finished, 1) == 1);
    const auto* asked = history.find(event_kind::cancel_requested, 3);
    REQUIRE(asked != nullptr);
    CHECK(asked->other == 1);
}

TEST_CASE("observer: println is told with the task that printed") {
    unit::history history;
    auto prints = []() -> coro::task<> {
        coro::println("{} and {}", 1, "two");
        co_return;
    };
    auto body = [&]() -> coro::task<> {
        co_await coro::create_task(prints());
    };
    const unit::captured output(stdout);
    unit::run(body(), &history);
    const auto* printed = history.find(event_kind::output);
    REQUIRE(printed != nullptr);
    CHECK(printed->what == "1 and two");
    CHECK(printed->task == 2);
}

TEST_CASE("observer: the loop waits once for each time it has nothing to do") {
    unit::history history;
    auto body = [&]() -> coro::task<> {
        for (int i = 0; i != 3; ++i) co_await coro::sleep(1s);
    };
    unit::run(body(), &history);
    CHECK(history.count(event_kind::turn_waits) == 3);
    const auto* wait = history.find(event_kind::turn_waits);
    REQUIRE(wait != nullptr);
    CHECK(wait->number == 1'000'000'000);
}

TEST_CASE("observer: a program takes the same steps with and without one") {
    const auto steps = [](coro::observer* watching) {
        unit::trail trail;
        auto worker = [&](int which) -> coro::task<> {
            for (int i = 0; i != 20; ++i) {
                trail("", which);
                co_await coro::sleep(std::chrono::milliseconds(which * i % 7));
            }
        };
        auto body = [&]() -> coro::task<> {
            co_await coro::gather(worker(1), worker(2), worker(3), worker(4));
        };
        unit::run(body(), watching);
        return trail.text();
    };
    unit::history history;
    CHECK(steps(nullptr) == steps(&history));
}
