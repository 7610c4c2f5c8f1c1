// race.hpp and shield.hpp.

#include "support.hpp"

#include "coro/race.hpp"
#include "coro/shield.hpp"

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

using namespace std::chrono_literals;

namespace {

coro::task<std::string> text_after(std::string text, std::chrono::nanoseconds time) {
    co_await coro::sleep(time);
    co_return text;
}

}  // namespace

TEST_CASE("race: the first to end is the result, and the others are cancelled") {
    unit::trail trail;
    auto loses = [&]() -> coro::task<int> {
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            trail("told");
            throw;
        }
        co_return 0;
    };
    auto body = [&]() -> coro::task<> {
        const auto first = co_await coro::race(loses(), text_after("fast", 1s), loses());
        trail("won");
        CHECK(first.index() == 1);
        CHECK(std::get<1>(first).value() == "fast");
        CHECK(unit::seconds_since_start() == 1.0);
        CHECK(coro::all_tasks().size() == 1);
    };
    unit::run(body());
    CHECK(trail.text() == "told told won");
}

TEST_CASE("race: a failure that comes first is the result; later failures are reported") {
    unit::captured errors(stderr);
    auto fails_when_told = []() -> coro::task<int> {
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
        }
        throw std::runtime_error("clean-up");
    };
    auto body = [&]() -> coro::task<> {
        const auto first =
            co_await coro::race(unit::value_after(1, 2s), unit::fails_after("no", 1s));
        CHECK(first.index() == 1);
        CHECK_FALSE(std::get<1>(first).has_value());
        CHECK(coro::message_of(std::get<1>(first).error()) == "no");
        const auto second = co_await coro::race(unit::value_after(2, 1s), fails_when_told());
        CHECK(std::get<0>(second).value() == 2);
    };
    unit::run(body());
    CHECK(unit::contains(errors.text(), "clean-up"));
    CHECK(unit::count_of(errors.text(), "[exception-unread]") == 1);
}

TEST_CASE("race: all fail in one turn: the first argument counts, the parent goes on once") {
    const unit::captured errors(stderr);
    auto body = []() -> coro::task<> {
        std::vector<coro::task<int>> all;
        for (int i = 0; i != 10; ++i) all.push_back(unit::fails_after("no", 1s));
        auto first = co_await coro::race(std::move(all));
        CHECK(first.index == 0);
        CHECK(first.result.error() != nullptr);
    };
    unit::run(body());
}

TEST_CASE("race: every contender fails: the first failure is the result, and nothing leaks out") {
    unit::captured errors(stderr);
    auto fails_when_told = []() -> coro::task<int> {
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
        }
        co_await coro::sleep(1s);
        throw std::runtime_error("clean-up");
    };
    auto body = [&]() -> coro::task<> {
        const auto stopped = coro::create_task(unit::value_after(1, 1h));
        const auto first =
            co_await coro::race(fails_when_told(), unit::fails_after("no", 1s), stopped);
        CHECK(first.index() == 1);
        CHECK(coro::message_of(std::get<1>(first).error()) == "no");
        CHECK(unit::seconds_since_start() == 2.0);
        CHECK(stopped.cancelled());
        CHECK(coro::current_task().cancelling() == 0);
        co_await coro::sleep(1s);  // the cancel was the losers', not ours
    };
    unit::run(body());
    CHECK(unit::count_of(errors.text(), "[exception-unread]") == 1);
}

TEST_CASE("race: one that somebody else cancels is the first, and that is an outcome") {
    auto body = []() -> coro::task<> {
        const auto stopped = coro::create_task(unit::value_after(1, 1h));
        const auto other = coro::create_task(unit::value_after(2, 1h));
        stopped.cancel();
        const auto first = co_await coro::race(stopped, other);
        CHECK(first.index() == 0);
        CHECK(std::get<0>(first).was_cancelled());
        CHECK(other.cancelled());
        co_await coro::sleep(1s);
    };
    unit::run(body());
}

TEST_CASE("race: a vector, of handles too; those that have ended already are the first") {
    auto body = []() -> coro::task<> {
        std::vector<coro::task_handle<int>> handles;
        handles.push_back(coro::create_task(unit::value_after(1, 5s)));
        handles.push_back(coro::create_task(unit::value_after(2, 1s)));
        handles.push_back(coro::create_task(unit::value_after(3, 1s)));
        co_await coro::sleep(2s);
        auto first = co_await coro::race(handles);
        CHECK(first.index == 1);
        CHECK(first.result.value() == 2);
        CHECK(handles[0].cancelled());
        CHECK(handles[2].result() == 3);
        CHECK(handles[1].result() == 2);  // kept: the handles were not given away
        CHECK(unit::seconds_since_start() == 2.0);
    };
    unit::run(body());
}

TEST_CASE("race: a handle given away gives its value away") {
    auto text = []() -> coro::task<std::string> {
        co_return "text";
    };
    auto body = [&]() -> coro::task<> {
        const auto kept = coro::create_task(text());
        std::vector<coro::task_handle<std::string>> handles{kept};
        const auto first = co_await coro::race(std::move(handles));
        CHECK(first.result.value() == "text");
        CHECK_THROWS_AS(static_cast<void>(kept.result()), coro::result_taken);
    };
    unit::run(body());
}

TEST_CASE("race: nobody to race is an error") {
    auto body = []() -> coro::task<> {
        std::vector<coro::task<int>> none;
        bool refused = false;
        try {
            co_await coro::race(std::move(none));
        } catch (const std::invalid_argument&) {
            refused = true;
        }
        CHECK(refused);
    };
    unit::run(body());
}

TEST_CASE("race: if the one who waits is cancelled, all are, and it waits for their clean-up") {
    unit::trail trail;
    auto cleans_up = [&](int number) -> coro::task<> {
        bool stopped = false;
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            stopped = true;
        }
        co_await coro::sleep(1s);
        trail("clean", number);
        if (stopped) throw coro::cancelled();
    };
    auto races = [&]() -> coro::task<> {
        co_await coro::race(cleans_up(1), cleans_up(2));
        trail("never");
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(races());
        co_await coro::sleep(1s);
        CHECK(task.waits_for() == "race");
        task.cancel();
        co_await coro::sleep(5s);
        CHECK(task.cancelled());
    };
    unit::run(body());
    CHECK(trail.text() == "clean1 clean2");
}

TEST_CASE("race: a loser that swallows its cancel is waited for, and its value is dropped") {
    auto swallows = []() -> coro::task<std::unique_ptr<int>> {
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
        }
        co_await coro::sleep(1s);
        co_return std::make_unique<int>(1);
    };
    auto body = [&]() -> coro::task<> {
        const auto first = co_await coro::race(swallows(), unit::value_after(2, 1s));
        CHECK(first.index() == 1);
        CHECK(unit::seconds_since_start() == 2.0);
    };
    unit::run(body());
}

TEST_CASE("shield: a cancel ends the wait, and the task runs on") {
    auto waits = [](coro::task_handle<int> inner) -> coro::task<> {
        co_await coro::shield(inner);
    };
    auto body = [&]() -> coro::task<> {
        const auto inner = coro::create_task(unit::value_after(7, 2s));
        const auto outer = coro::create_task(waits(inner));
        co_await coro::sleep(1s);
        outer.cancel();
        co_await coro::yield();
        co_await coro::yield();
        CHECK(outer.cancelled());
        CHECK_FALSE(inner.done());
        const int value = co_await coro::shield(inner);
        CHECK(value == 7);
        CHECK(unit::seconds_since_start() == 2.0);
    };
    unit::run(body());
}

TEST_CASE("shield: what the task ends with is what the wait ends with") {
    auto body = []() -> coro::task<> {
        const auto fails = coro::create_task(unit::fails_after("no", 1s));
        std::string said;
        try {
            co_await coro::shield(fails);
        } catch (const std::runtime_error& error) {
            said = error.what();
        }
        CHECK(said == "no");
        const auto stopped = coro::create_task(unit::value_after(1, 1h));
        stopped.cancel();
        bool told = false;
        try {
            co_await coro::shield(stopped);
        } catch (const coro::cancelled&) {
            told = true;
        }
        CHECK(told);
    };
    unit::run(body());
}

TEST_CASE("shield: a cancel in the trip between the end of the task and that of the wait") {
    auto waits = [](coro::task_handle<int> inner) -> coro::task<> {
        co_await coro::shield(inner);
    };
    for (int yields = 0; yields != 4; ++yields) {
        auto body = [&]() -> coro::task<> {
            const auto inner = coro::create_task(unit::value_after(7, 1s));
            const auto outer = coro::create_task(waits(inner));
            co_await coro::sleep(1s);
            for (int i = 0; i != yields; ++i) co_await coro::yield();
            // The task ends in this turn, behind us. The wait hears of it a trip later,
            // and is over then: from there on it keeps what it has.
            CHECK(outer.cancel() == (yields < 3));
            co_await coro::sleep(1s);
            CHECK(inner.result() == 7);
            CHECK(outer.cancelled() == (yields < 2));
        };
        unit::run(body());
    }
}

TEST_CASE("shield: a task that shields itself is told so") {
    auto body = []() -> coro::task<> {
        std::optional<coro::task_handle<>> self;
        auto shields = [&]() -> coro::task<> {
            co_await coro::shield(*self);
        };
        self = coro::create_task(shields());
        co_await coro::sleep(1s);
        CHECK(coro::message_of(self->exception()) ==
              "a task cannot await itself: it would wait for ever.");
    };
    unit::run(body());
}
