// gather_outcomes.hpp: how each child ended, failures included.

#include "support.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

using namespace std::chrono_literals;

namespace {

coro::task<int> gives(int value) {
    co_await coro::sleep(1ms);
    co_return value;
}

coro::task<> nothing() {
    co_return;
}

coro::task<std::string> fails() {
    co_await coro::sleep(1ms);
    throw std::out_of_range("far");
}

coro::task<int> sleeps(std::chrono::milliseconds time) {
    co_await coro::sleep(time);
    co_return 1;
}

}  // namespace

TEST_CASE("gather_outcomes: values, failures and cancelled ones side by side") {
    auto body = [&]() -> coro::task<> {
        const auto unwanted = coro::create_task(sleeps(1h));
        unwanted.cancel();
        const auto [value, failure, stopped, done] =
            co_await coro::gather_outcomes(gives(5), fails(), unwanted, nothing());
        CHECK(value.has_value());
        CHECK(value.value() == 5);
        CHECK(value.error() == nullptr);
        CHECK_FALSE(failure.has_value());
        CHECK_FALSE(failure.was_cancelled());
        CHECK(coro::message_of(failure.error()) == "far");
        CHECK_THROWS_AS(failure.value(), std::out_of_range);
        CHECK(stopped.was_cancelled());
        CHECK_THROWS_AS(stopped.value(), coro::cancelled);
        CHECK(done.has_value());
    };
    unit::captured errors(stderr);
    unit::run(body());
    CHECK(errors.text().empty());  // what was handed over is not unread
}

TEST_CASE("gather_outcomes: a failure stops nobody") {
    auto body = [&]() -> coro::task<> {
        const auto [failure, slow] = co_await coro::gather_outcomes(fails(), sleeps(5s));
        CHECK_FALSE(failure.has_value());
        CHECK(slow.value() == 1);
        CHECK(unit::seconds_since_start() == 5.0);
    };
    unit::run(body());
}

TEST_CASE("gather_outcomes: a vector, handles that keep their results, and nothing") {
    auto body = [&]() -> coro::task<> {
        std::vector<coro::task<std::string>> tasks;
        for (int i = 0; i != 3; ++i) tasks.push_back(fails());
        const auto outcomes = co_await coro::gather_outcomes(std::move(tasks));
        CHECK(outcomes.size() == 3);
        for (const auto& each : outcomes) CHECK(coro::message_of(each.error()) == "far");

        const auto kept = coro::create_task(gives(7));
        const std::vector<coro::task_handle<int>> handles{kept, kept};
        const auto copies = co_await coro::gather_outcomes(handles);
        CHECK(copies[0].value() == 7);
        CHECK(copies[1].value() == 7);
        CHECK(kept.result() == 7);

        const std::tuple<> none = co_await coro::gather_outcomes();
        static_cast<void>(none);
        const auto empty = co_await coro::gather_outcomes(std::vector<coro::task<int>>());
        CHECK(empty.empty());
    };
    unit::run(body());
}

TEST_CASE("gather_outcomes: a handle given away gives its value away") {
    auto text = []() -> coro::task<std::string> {
        co_return "text";
    };
    auto body = [&]() -> coro::task<> {
        const auto kept = coro::create_task(text());
        std::vector<coro::task_handle<std::string>> handles{kept};
        const auto outcomes = co_await coro::gather_outcomes(std::move(handles));
        CHECK(outcomes[0].value() == "text");
        CHECK_THROWS_AS(static_cast<void>(kept.result()), coro::result_taken);
    };
    unit::run(body());
}

TEST_CASE("gather_outcomes: references and movable-only results") {
    int target = 3;
    auto refers = [](int& which) -> coro::task<int&> {
        co_return which;
    };
    auto movable = []() -> coro::task<std::unique_ptr<int>> {
        co_return std::make_unique<int>(4);
    };
    auto body = [&]() -> coro::task<> {
        auto [reference, pointer] = co_await coro::gather_outcomes(refers(target), movable());
        CHECK(&reference.value() == &target);
        const std::unique_ptr<int> taken = std::move(pointer).value();
        CHECK(*taken == 4);
        CHECK_THROWS_AS(pointer.value(), coro::result_taken);

        std::vector<coro::task<int&>> references;
        references.push_back(refers(target));
        const auto all = co_await coro::gather_outcomes(std::move(references));
        CHECK(&all[0].value() == &target);
    };
    unit::run(body());
}

TEST_CASE("gather_outcomes: cancelled from outside, it cancels and joins all, then is cancelled") {
    unit::trail trail;
    auto cleans_up = [&](const char* name) -> coro::task<> {
        bool stopped = false;
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            stopped = true;
        }
        co_await coro::sleep(10ms);
        trail(name);
        if (stopped) throw coro::cancelled();
    };
    auto parent = [&]() -> coro::task<> {
        co_await coro::gather_outcomes(cleans_up("a"), cleans_up("b"));
        trail("not reached");
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(parent());
        co_await coro::sleep(1s);
        task.cancel();
        try {
            co_await task;
        } catch (const coro::cancelled&) {
            trail("cancelled");
        }
        CHECK(unit::seconds_since_start() == 1.01);
    };
    unit::run(body());
    CHECK(trail.text() == "a b cancelled");
}

TEST_CASE("gather_outcomes: cancelled, but all succeed: the outcomes, and the request stays") {
    unit::trail trail;
    auto swallows = []() -> coro::task<int> {
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
        }
        co_return 4;
    };
    auto parent = [&]() -> coro::task<> {
        const auto [one] = co_await coro::gather_outcomes(swallows());
        trail("", one.value());
        try {
            co_await coro::yield();
        } catch (const coro::cancelled&) {
            trail("cancelled");
        }
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(parent());
        co_await coro::sleep(1s);
        task.cancel();
        co_await task;
    };
    unit::run(body());
    CHECK(trail.text() == "4 cancelled");
}

TEST_CASE("gather_outcomes: temporary arguments and results balance") {
    unit::tally tally;
    auto child = [](unit::counted value, bool fail) -> coro::task<unit::counted> {
        co_await coro::yield();
        if (fail) throw std::runtime_error("no");
        co_return std::move(value);
    };
    auto body = [&]() -> coro::task<> {
        const auto [one, two] = co_await coro::gather_outcomes(
            child(unit::counted(tally, 1), false), child(unit::counted(tally, 2), true));
        CHECK(one.value().value() == 1);
        CHECK_FALSE(two.has_value());
    };
    unit::run(body());
    CHECK(tally.copied == 0);
    CHECK(tally.alive() == 0);
}
