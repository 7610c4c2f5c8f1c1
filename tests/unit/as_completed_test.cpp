// as_completed.hpp: results in the order in which they come.

#include "support.hpp"

#include "coro/as_completed.hpp"
#include "coro/with_task_group.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using namespace std::chrono_literals;

namespace {

std::vector<coro::task_handle<int>> slow_fast_middle() {
    std::vector<coro::task_handle<int>> handles;
    handles.push_back(coro::create_task(unit::value_after(30, 3s)));
    handles.push_back(coro::create_task(unit::value_after(10, 1s)));
    handles.push_back(coro::create_task(unit::value_after(20, 2s)));
    return handles;
}

}  // namespace

TEST_CASE("as_completed: in the order in which they end, with their index") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        const auto handles = slow_fast_middle();
        for (auto& next : coro::as_completed(handles)) {
            auto [index, result] = co_await next;
            trail("task", static_cast<int>(index));
            trail("gave", result.value());
            CHECK(unit::seconds_since_start() == result.value() / 10);
        }
        CHECK(handles[0].result() == 30);  // the handles keep their results
    };
    unit::run(body());
    CHECK(trail.text() == "task1 gave10 task2 gave20 task0 gave30");
}

TEST_CASE("as_completed: failures and cancels are outcomes too, and count as read") {
    unit::captured errors(stderr);
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        std::vector<coro::task_handle<int>> handles;
        handles.push_back(coro::create_task(unit::fails_after("no", 2s)));
        handles.push_back(coro::create_task(unit::value_after(1, 1h)));
        handles[1].cancel();
        for (auto& next : coro::as_completed(handles)) {
            auto [index, result] = co_await next;
            trail(result.was_cancelled() ? "cancelled" : coro::message_of(result.error()));
        }
    };
    unit::run(body());
    CHECK(trail.text() == "cancelled no");
    CHECK(errors.text().empty());
}

TEST_CASE("as_completed: of none there is none, and what has ended comes without a wait") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        const std::vector<coro::task_handle<int>> none;
        for (auto& next : coro::as_completed(none)) co_await next;
        const auto handles = slow_fast_middle();
        co_await coro::sleep(5s);
        auto other = [&]() -> coro::task<> {
            trail("other");
            co_return;
        };
        coro::create_task(other());
        for (auto& next : coro::as_completed(handles)) {
            auto [index, result] = co_await next;
            trail("gave", result.value());
        }
        co_await coro::yield();
    };
    unit::run(body());
    CHECK(trail.text() == "gave30 gave10 gave20 other");
}

TEST_CASE("as_completed: values that only move are given away with their handles") {
    auto makes = [](int value) -> coro::task<std::unique_ptr<int>> {
        co_await coro::sleep(1s);
        co_return std::make_unique<int>(value);
    };
    auto body = [&]() -> coro::task<> {
        std::vector<coro::task_handle<std::unique_ptr<int>>> handles;
        for (int i = 0; i != 3; ++i) handles.push_back(coro::create_task(makes(i)));
        int sum = 0;
        for (auto& next : coro::as_completed(std::move(handles))) {
            auto [index, result] = co_await next;
            sum += *std::move(result).value();
        }
        CHECK(sum == 3);
    };
    unit::run(body());
}

TEST_CASE("as_completed: a handle given away gives its value away") {
    auto text = []() -> coro::task<std::string> {
        co_return "text";
    };
    auto body = [&]() -> coro::task<> {
        const auto kept = coro::create_task(text());
        std::vector<coro::task_handle<std::string>> handles{kept};
        for (auto& next : coro::as_completed(std::move(handles))) {
            auto [index, result] = co_await next;
            CHECK(result.value() == "text");
        }
        CHECK_THROWS_AS(static_cast<void>(kept.result()), coro::result_taken);
    };
    unit::run(body());
}

TEST_CASE("as_completed: who stands between two that end in one turn hears of the first alone") {
    unit::trail trail;
    auto ends_later = []() -> coro::task<> { co_await coro::yield(); };
    std::vector<coro::task_handle<>> handles;
    auto looks = [&]() -> coro::task<> {
        coro::as_completed_range<void, false> all = coro::as_completed(handles);
        auto& next = *all.begin();
        co_await coro::yield();
        co_await coro::yield();  // between the ends of the two, which are noted in the next turn
        const auto first = co_await next;
        trail("first", static_cast<int>(first.index));
        const auto second = co_await next;
        trail("second", static_cast<int>(second.index));
    };
    auto ticks = [&]() -> coro::task<> {
        for (int i = 0; i != 4; ++i) {
            trail("tick", i);
            co_await coro::yield();
        }
    };
    auto body = [&]() -> coro::task<> {
        handles.push_back(coro::create_task(ends_later()));
        const auto looking = coro::create_task(looks());
        handles.push_back(coro::create_task(ends_later()));
        const auto ticking = coro::create_task(ticks());
        co_await looking;
        co_await ticking;
    };
    unit::run(body());
    CHECK(trail.text() == "tick0 tick1 first0 tick2 second1 tick3");
}

TEST_CASE("as_completed: left early, in whatever way, the tasks run on") {
    const std::vector<std::string> ways = {"break", "return", "throw", "cancel", "at once"};
    for (const std::string& how : ways) {
        auto looks = [&](std::vector<coro::task_handle<int>> handles) -> coro::task<> {
            for (auto& next : coro::as_completed(handles)) {
                if (how == "at once") break;
                auto [index, result] = co_await next;
                if (how == "break") break;
                if (how == "return") co_return;
                if (how == "throw") throw std::runtime_error("left");
            }
        };
        auto body = [&]() -> coro::task<> {
            const auto handles = slow_fast_middle();
            const auto looking = coro::create_task(looks(handles));
            co_await coro::sleep(1s);
            if (how == "cancel") looking.cancel();
            co_await coro::sleep(500ms);
            CHECK(looking.done());
            CHECK(looking.cancelled() == (how == "cancel"));
            CHECK((looking.exception() == nullptr) == (how != "cancel" && how != "throw"));
            co_await coro::sleep(5s);
            for (const auto& each : handles) CHECK(each.result() > 0);
        };
        unit::run(body());
    }
}

TEST_CASE("as_completed: left in the turn in which a task ends") {
    auto body = [&]() -> coro::task<> {
        std::vector<coro::task_handle<int>> handles;
        handles.push_back(coro::create_task(unit::value_after(1, 1s)));
        handles.push_back(coro::create_task(unit::value_after(2, 1s)));
        auto looks = [&]() -> coro::task<> {
            for (auto& next : coro::as_completed(handles)) {
                auto [index, result] = co_await next;
                break;
            }
        };
        const auto first = coro::create_task(looks());
        const auto second = coro::create_task(looks());
        co_await coro::sleep(1s);
        second.cancel();
        co_await coro::sleep(1s);
        CHECK(first.done());
        CHECK(handles[0].result() + handles[1].result() == 3);
    };
    unit::run(body());
}

TEST_CASE("as_completed: left early inside a group, the group joins what is left, or stops it") {
    for (const std::string& how : std::vector<std::string>{"return", "throw", "cancel"}) {
        std::vector<coro::task_handle<int>> handles;
        auto starts = [&](coro::task_group& group) -> coro::task<> {
            for (int i = 1; i != 4; ++i)
                handles.push_back(group.start(unit::value_after(i, std::chrono::seconds(i))));
            for (auto& next : coro::as_completed(handles)) {
                auto [index, result] = co_await next;
                CHECK(result.value() == 1);
                if (how == "return") co_return;
                if (how == "throw") throw std::runtime_error("left");
            }
        };
        auto scope = [&]() -> coro::task<> {
            co_await coro::with_task_group(starts);
        };
        auto body = [&]() -> coro::task<> {
            const auto task = coro::create_task(scope());
            co_await coro::sleep(1500ms);
            if (how == "cancel") task.cancel();
            co_await coro::wait(std::vector<coro::task_handle<>>(1, task));
            CHECK(unit::seconds_since_start() == (how == "return" ? 3.0 : 1.5));
            CHECK((task.exception() == nullptr) == (how == "return"));
            CHECK(task.cancelled() == (how == "cancel"));
            CHECK(handles[0].result() == 1);
            CHECK(handles[1].cancelled() == (how != "return"));
            CHECK(handles[2].cancelled() == (how != "return"));
            handles.clear();
        };
        unit::run(body());
    }
}

TEST_CASE("as_completed: a thousand that end at once") {
    auto at_once = [](int value) -> coro::task<int> {
        co_return value;
    };
    auto body = [&]() -> coro::task<> {
        std::vector<coro::task_handle<int>> handles;
        for (int i = 0; i != 1000; ++i) handles.push_back(coro::create_task(at_once(i)));
        int expected = 0;
        bool in_order = true;
        for (auto& next : coro::as_completed(handles)) {
            auto [index, result] = co_await next;
            in_order &= result.value() == expected++;
        }
        CHECK(in_order);
        CHECK(expected == 1000);
    };
    unit::run(body());
}

TEST_CASE("as_completed: more than there are is an error, and not a wait for ever") {
    auto body = [&]() -> coro::task<> {
        const auto handles = slow_fast_middle();
        auto range = coro::as_completed(handles);
        auto& next = *range.begin();
        for (int i = 0; i != 3; ++i) co_await next;
        bool refused = false;
        try {
            co_await next;
        } catch (const coro::invalid_state&) {
            refused = true;
        }
        CHECK(refused);
    };
    unit::run(body());
}
