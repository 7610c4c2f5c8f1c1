// with_task_group.hpp and task_group.hpp: a scope for tasks.

#include "support.hpp"

#include "coro/with_task_group.hpp"

#include <stdexcept>
#include <string>

using namespace std::chrono_literals;

namespace {

coro::task<> works(unit::trail& trail, int number, std::chrono::nanoseconds time) {
    try {
        co_await coro::sleep(time);
    } catch (const coro::cancelled&) {
        trail("told", number);
        throw;
    }
    trail("done", number);
}

// What a group of this body ends with: "value", "cancelled", or the failures.
template <class Body>
coro::task<std::string> end_of(Body& body) {
    std::string end = "value";
    try {
        co_await coro::with_task_group(body);
    } catch (const coro::exception_group& group) {
        end.clear();
        for (const auto& each : group.exceptions()) {
            if (!end.empty()) end += "+";
            end += coro::message_of(each);
        }
    } catch (const coro::cancelled&) {
        end = "cancelled";
    }
    co_return end;
}

}  // namespace

TEST_CASE("task_group: waits for all its tasks, and gives what the body gives") {
    unit::trail trail;
    auto body = [&](coro::task_group& group) -> coro::task<int> {
        group.start(works(trail, 1, 2s));
        group.start(works(trail, 2, 1s), "second");
        trail("body");
        co_return 7;
    };
    auto main = [&]() -> coro::task<> {
        const int value = co_await coro::with_task_group(body);
        CHECK(value == 7);
        CHECK(unit::seconds_since_start() == 2.0);
        CHECK(coro::all_tasks().size() == 1);
    };
    unit::run(main());
    CHECK(trail.text() == "body done2 done1");
}

TEST_CASE("task_group: an empty one, and one without a wait") {
    auto nothing = [](coro::task_group&) -> coro::task<> {
        co_return;
    };
    auto main = [&]() -> coro::task<> {
        co_await coro::with_task_group(nothing);
    };
    unit::run(main());
}

TEST_CASE("task_group: the first failure cancels the others and the body") {
    unit::trail trail;
    auto body = [&](coro::task_group& group) -> coro::task<> {
        group.start(works(trail, 1, 5s));
        group.start(unit::fails_after("no", 1s));
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            trail("body");
            throw;
        }
    };
    auto main = [&]() -> coro::task<> {
        const std::string end = co_await end_of(body);
        CHECK(end == "no");
        CHECK(unit::seconds_since_start() == 1.0);
        CHECK(coro::current_task().cancelling() == 0);
        co_await coro::sleep(1s);  // the request to the body was the group's, and is gone
    };
    unit::run(main());
    CHECK(trail.text() == "told1 body");
}

TEST_CASE("task_group: always a group of exceptions, with every failure of all") {
    auto fails_in_clean_up = []() -> coro::task<> {
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
        }
        co_await coro::sleep(1s);
        throw std::runtime_error("clean-up");
    };
    auto body = [&](coro::task_group& group) -> coro::task<> {
        group.start(fails_in_clean_up());
        group.start(unit::fails_after("first", 1s));
        group.start(unit::fails_after("second", 1s));
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
        }
        throw std::runtime_error("body");
    };
    auto main = [&]() -> coro::task<> {
        const std::string end = co_await end_of(body);
        CHECK(end == "first+second+body+clean-up");
        CHECK(unit::seconds_since_start() == 2.0);
    };
    unit::captured errors(stderr);
    unit::run(main());
    CHECK(errors.text().empty());  // all of them were told
}

TEST_CASE("task_group: a body that throws, or returns early, joins its tasks all the same") {
    unit::trail trail;
    auto throws = [&](coro::task_group& group) -> coro::task<> {
        group.start(works(trail, 1, 5s));
        co_await coro::sleep(1s);
        throw std::runtime_error("body");
    };
    auto throws_at_once = [&](coro::task_group& group) -> coro::task<> {
        group.start(works(trail, 2, 5s));  // is never started
        throw std::runtime_error("at once");
        co_return;
    };
    auto returns = [&](coro::task_group& group) -> coro::task<> {
        group.start(works(trail, 3, 1s));
        co_return;
    };
    auto main = [&]() -> coro::task<> {
        std::string end = co_await end_of(throws);
        CHECK(end == "body");
        end = co_await end_of(throws_at_once);
        CHECK(end == "at once");
        end = co_await end_of(returns);
        CHECK(end == "value");
        CHECK(coro::all_tasks().size() == 1);
    };
    unit::run(main());
    CHECK(trail.text() == "told1 done3");
}

TEST_CASE("task_group: an outer cancel reaches the body, and surfaces") {
    unit::trail trail;
    auto body = [&](coro::task_group& group) -> coro::task<> {
        group.start(works(trail, 1, 5s));
        co_await coro::sleep(1h);
    };
    auto outer = [&]() -> coro::task<std::string> {
        const std::string end = co_await end_of(body);
        co_return end;
    };
    auto main = [&]() -> coro::task<> {
        const auto task = coro::create_task(outer());
        co_await coro::sleep(1s);
        task.cancel();
        const std::string end = co_await task;
        CHECK(end == "cancelled");
        CHECK(unit::seconds_since_start() == 1.0);
    };
    unit::run(main());
    CHECK(trail.text() == "told1");
}

TEST_CASE("task_group: an outer cancel while it joins: the members clean up before it surfaces") {
    unit::trail trail;
    auto cleans_up = [&]() -> coro::task<> {
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            trail("told");
        }
        co_await coro::sleep(1s);
        trail("clean");
        throw coro::cancelled();
    };
    auto body = [&](coro::task_group& group) -> coro::task<> {
        group.start(cleans_up());
        co_return;
    };
    auto outer = [&]() -> coro::task<std::string> {
        const std::string end = co_await end_of(body);
        trail(end);
        co_return end;
    };
    auto main = [&]() -> coro::task<> {
        const auto task = coro::create_task(outer());
        co_await coro::sleep(1s);
        CHECK(task.waits_for() == "task group");
        task.cancel();
        co_await task;
        CHECK(unit::seconds_since_start() == 2.0);
    };
    unit::run(main());
    CHECK(trail.text() == "told clean cancelled");
}

TEST_CASE("task_group: an outer cancel in the turn of a failure: the failures, then the request") {
    auto waits = [&](coro::task_group& group) -> coro::task<> {
        group.start(unit::fails_after("no", 1s));
        co_await coro::sleep(1h);
    };
    auto joins = [&](coro::task_group& group) -> coro::task<> {
        group.start(unit::fails_after("no", 1s));
        co_return;
    };
    auto outer = [&](bool joining) -> coro::task<std::string> {
        std::string end;
        if (joining)
            end = co_await end_of(joins);
        else
            end = co_await end_of(waits);
        try {
            co_await coro::sleep(1s);
        } catch (const coro::cancelled&) {
            end += " told";
        }
        co_return end;
    };
    for (const bool joining : {false, true}) {
        for (int yields = 0; yields != 5; ++yields) {
            auto main = [&]() -> coro::task<> {
                const auto task = coro::create_task(outer(joining));
                co_await coro::sleep(1s);
                // The task fails in this turn, behind us; the group hears of it in the
                // next, and is over two later.
                for (int i = 0; i != yields; ++i) co_await coro::yield();
                task.cancel();
                const std::string end = co_await task;
                // A task that is cancelled in the turn in which it would fail does not.
                CHECK(end == (joining && yields == 0 ? "cancelled" : "no told"));
            };
            unit::run(main());
        }
    }
}

TEST_CASE("task_group: a task that fails before its first suspension") {
    unit::trail trail;
    auto at_once = []() -> coro::task<> {
        throw std::runtime_error("at once");
        co_return;
    };
    auto body = [&](coro::task_group& group) -> coro::task<> {
        group.start(works(trail, 1, 1h));
        group.start(at_once());
        group.start(works(trail, 2, 1h));
        co_await coro::sleep(1h);
    };
    auto main = [&]() -> coro::task<> {
        const std::string end = co_await end_of(body);
        CHECK(end == "at once");
        CHECK(unit::seconds_since_start() == 0.0);
    };
    unit::run(main());
    CHECK(unit::count_of(trail.text(), "told") == 2);
}

TEST_CASE("task_group: its tasks are cancelled in the order in which they were started") {
    unit::trail trail;
    auto body = [&](coro::task_group& group) -> coro::task<> {
        for (int i = 0; i != 5; ++i)
            group.start(works(trail, i, i == 1 || i == 4 ? 1s : 1h));  // two end before
        co_await coro::sleep(2s);
        throw std::runtime_error("no");
    };
    auto main = [&]() -> coro::task<> {
        const std::string end = co_await end_of(body);
        CHECK(end == "no");
    };
    unit::run(main());
    CHECK(trail.text() == "done1 done4 told0 told2 told3");
}

TEST_CASE("task_group: its own request is taken back, also from a task that has swallowed one") {
    unit::gate gate;
    auto opens = [&]() -> coro::task<> {
        co_await coro::yield();
        gate.open();
    };
    auto fails = []() -> coro::task<> {
        throw std::runtime_error("no");
        co_return;
    };
    auto body = [&](coro::task_group& group) -> coro::task<> {
        group.start(opens());
        group.start(fails());
        co_await gate;  // is opened just before the group cancels us, so that is not told
    };
    auto main = [&]() -> coro::task<> {
        coro::current_task().cancel();
        try {
            co_await coro::sleep(1s);
        } catch (const coro::cancelled&) {
        }
        CHECK(coro::current_task().cancelling() == 1);
        const std::string end = co_await end_of(body);
        CHECK(end == "no");
        CHECK(coro::current_task().cancelling() == 1);
        co_await coro::sleep(1s);
    };
    unit::run(main());
}

TEST_CASE("task_group: a request that was taken back while it joins is not delivered after it") {
    // To one who has swallowed a request: before the group, or in its body, where it was
    // told of one that was pending when the group began, or came later.
    enum class swallowed { before, pending, in_the_body };
    auto swallows = []() -> coro::task<> {
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
        }
    };
    for (const swallowed when : {swallowed::before, swallowed::pending, swallowed::in_the_body})
        for (const bool taken_back : {true, false}) {
            CAPTURE(static_cast<int>(when));
            bool told = false;
            auto starts = [&](coro::task_group& group) -> coro::task<> {
                if (when != swallowed::before) co_await swallows();
                group.start(swallows());
            };
            auto parent = [&]() -> coro::task<> {
                if (when == swallowed::before) co_await swallows();
                if (when == swallowed::pending) coro::current_task().cancel();
                co_await coro::with_task_group(starts);
                try {
                    co_await coro::sleep(1s);
                } catch (const coro::cancelled&) {
                    told = true;
                }
            };
            auto main = [&]() -> coro::task<> {
                const auto task = coro::create_task(parent());
                co_await coro::sleep(1s);
                if (when != swallowed::pending) task.cancel();
                co_await coro::sleep(1s);
                CHECK(task.cancel());
                if (taken_back) CHECK(task.uncancel() == 1);
                co_await task;
            };
            unit::run(main());
            CHECK(told != taken_back);
        }
}

TEST_CASE("task_group: a task of the group may start another, also while the group joins") {
    unit::trail trail;
    auto starts = [&](coro::task_group& group) -> coro::task<> {
        co_await coro::sleep(1s);
        group.start(works(trail, 2, 1s));
        trail("done", 1);
    };
    auto body = [&](coro::task_group& group) -> coro::task<> {
        group.start(starts(group));
        co_return;
    };
    auto main = [&]() -> coro::task<> {
        co_await coro::with_task_group(body);
        CHECK(unit::seconds_since_start() == 2.0);
    };
    unit::run(main());
    CHECK(trail.text() == "done1 done2");
}

TEST_CASE("task_group: a task that is started while all are cancelled never runs") {
    unit::trail trail;
    auto starts_when_told = [&](coro::task_group& group) -> coro::task<> {
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            group.start(works(trail, 1, 1s));
            throw;
        }
    };
    auto body = [&](coro::task_group& group) -> coro::task<> {
        group.start(starts_when_told(group));
        group.start(unit::fails_after("no", 1s));
        co_return;
    };
    auto main = [&]() -> coro::task<> {
        const std::string end = co_await end_of(body);
        CHECK(end == "no");
    };
    unit::run(main());
    CHECK(trail.text().empty());
}

TEST_CASE("task_group: a body that awaits a task which fails tells of it once") {
    auto body = [](coro::task_group& group) -> coro::task<> {
        const auto task = group.start(unit::fails_after("no", 1s));
        co_await task;
    };
    auto main = [&]() -> coro::task<> {
        const std::string end = co_await end_of(body);
        CHECK(end == "no");
    };
    unit::run(main());
}

TEST_CASE("task_group: a task that somebody cancels alone does not end the others") {
    unit::trail trail;
    auto body = [&](coro::task_group& group) -> coro::task<> {
        const auto one = group.start(works(trail, 1, 5s));
        group.start(works(trail, 2, 2s));
        co_await coro::sleep(1s);
        one.cancel();
    };
    auto main = [&]() -> coro::task<> {
        const std::string end = co_await end_of(body);
        CHECK(end == "value");
    };
    unit::run(main());
    CHECK(trail.text() == "told1 done2");
}

TEST_CASE("task_group: groups within groups") {
    unit::trail trail;
    auto inner_body = [&](coro::task_group& group) -> coro::task<> {
        group.start(works(trail, 1, 1h));
        group.start(unit::fails_after("inner", 1s));
        co_return;
    };
    auto inner = [&]() -> coro::task<> {
        co_await coro::with_task_group(inner_body);
    };
    auto body = [&](coro::task_group& group) -> coro::task<> {
        group.start(works(trail, 2, 1h));
        group.start(inner());
        co_return;
    };
    auto main = [&]() -> coro::task<> {
        const std::string end = co_await end_of(body);
        CHECK(end == "1 task failed: inner");
    };
    unit::run(main());
    CHECK(trail.text() == "told1 told2");
}

TEST_CASE("task_group: ten thousand tasks, and one that refuses to end leaves nothing") {
    unit::tally tally;
    auto one = [&](unit::counted) -> coro::task<> {
        co_await coro::sleep(1s);
    };
    auto many = [&](coro::task_group& group) -> coro::task<> {
        for (int i = 0; i != 10'000; ++i) group.start(one(unit::counted(tally)));
        co_return;
    };
    auto main = [&]() -> coro::task<> {
        co_await coro::with_task_group(many);
    };
    unit::run(main());
    CHECK(tally.alive() == 0);
    unit::wall wall;
    auto stuck = [&](unit::counted) -> coro::task<> {
        co_await wall;
    };
    auto holds = [&](coro::task_group& group) -> coro::task<> {
        group.start(stuck(unit::counted(tally)));
        group.start(one(unit::counted(tally)));
        co_return;
    };
    auto given_up = [&]() -> coro::task<> {
        co_await coro::with_task_group(holds);
    };
    const unit::captured errors(stderr);
    CHECK_THROWS_AS(unit::run(given_up()), coro::deadlock_error);
    CHECK(tally.alive() == 0);
}
