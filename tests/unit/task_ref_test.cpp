// task_ref.hpp: a task seen from outside, whatever its result.

#include "support.hpp"

#include <string>
#include <vector>

using namespace std::chrono_literals;

namespace {

std::string word(const coro::task_ref& task) {
    return coro::to_string(task.status());
}

coro::task<> nothing() {
    co_return;
}

}  // namespace

TEST_CASE("task_ref: the status tells what a task does") {
    std::vector<std::string> seen;
    auto child = [&]() -> coro::task<> {
        seen.push_back(word(coro::current_task()));
        co_await coro::yield();
        co_await coro::sleep(1s);
    };
    auto fails = []() -> coro::task<> {
        throw std::runtime_error("no");
        co_return;
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(child());
        seen.push_back(word(task));
        co_await coro::yield();
        seen.push_back(word(task));
        co_await coro::yield();
        seen.push_back(word(task));
        co_await coro::sleep(2s);
        seen.push_back(word(task));
        const auto failing = coro::create_task(fails());
        const auto unwanted = coro::create_task(nothing());
        unwanted.cancel();
        co_await coro::yield();
        seen.push_back(word(failing));
        seen.push_back(word(unwanted));
        CHECK(failing.exception() != nullptr);
        CHECK(unwanted.cancelled());
    };
    unit::run(body());
    CHECK(seen == std::vector<std::string>{"created", "running", "ready", "waiting", "finished",
                                           "failed", "cancelled"});
}

TEST_CASE("task_ref: it says what a task waits for, and where") {
    auto sleeps = []() -> coro::task<> {
        co_await coro::sleep(1s);
    };
    auto waits = [](coro::task_handle<> handle) -> coro::task<> {
        co_await handle;
    };
    auto gathers = []() -> coro::task<> {
        co_await coro::gather(nothing(), nothing());
    };
    auto body = [&]() -> coro::task<> {
        const auto sleeping = coro::create_task(sleeps(), "sleeper");
        const auto waiting = coro::create_task(waits(sleeping));
        const auto unnamed = coro::create_task(waits(waiting));
        const auto gathering = coro::create_task(gathers());
        CHECK(sleeping.waits_for().empty());
        CHECK(sleeping.suspended_at().line() == 0);
        co_await coro::yield();
        CHECK(sleeping.waits_for() == "sleep");
        CHECK(waiting.waits_for() == "task 'sleeper'");
        CHECK(unnamed.waits_for() == "task 'task-3'");
        CHECK(gathering.waits_for() == "gather");
        CHECK(sleeping.suspended_at().line() != 0);
        CHECK(coro::current_task().waits_for().empty());
        CHECK(coro::current_task().suspended_at().line() == 0);
        co_await unnamed;
        CHECK(sleeping.waits_for().empty());
        CHECK(sleeping.suspended_at().line() == 0);
    };
    unit::run(body());
}

TEST_CASE("task_ref: the lines of the co_await and of the create_task are exact") {
    unsigned inner_line = 0;
    unsigned yield_line = 0;
    auto inner = [&]() -> coro::task<> {
        inner_line = __LINE__ + 1;
        co_await coro::sleep(1s);
    };
    auto outer = [&]() -> coro::task<> {
        co_await inner();
        yield_line = __LINE__ + 1;
        co_await coro::yield();
    };
    auto body = [&]() -> coro::task<> {
        const unsigned created = __LINE__ + 1;
        const auto task = coro::create_task(outer());
        CHECK(task.created_at().line() == created);
        CHECK(unit::contains(task.created_at().file_name(), "task_ref_test.cpp"));
        co_await coro::yield();
        CHECK(task.suspended_at().line() == inner_line);
        CHECK(unit::contains(task.suspended_at().file_name(), "task_ref_test.cpp"));
        co_await coro::sleep(1s);
        CHECK(task.suspended_at().line() == yield_line);
        co_await task;
    };
    unit::run(body());
}

TEST_CASE("current_task: in main, in a child that is awaited directly, in a task") {
    auto who = []() -> coro::task<std::uint64_t> {
        co_return coro::current_task().id();
    };
    auto body = [&]() -> coro::task<> {
        CHECK(coro::current_task().id() == 1);
        CHECK(coro::current_task().name() == "main");
        const std::uint64_t direct = co_await who();
        CHECK(direct == 1);
        const auto task = coro::create_task(who());
        const std::uint64_t own = co_await task;
        CHECK(own == task.id());
    };
    unit::run(body());
}

TEST_CASE("current_task, all_tasks: outside a loop, and in a callback, they say so") {
    CHECK_THROWS_WITH_AS(static_cast<void>(coro::current_task()), doctest::Contains("coro::run()"),
                         coro::invalid_state);
    CHECK_THROWS_WITH_AS(static_cast<void>(coro::all_tasks()), doctest::Contains("coro::run()"),
                         coro::invalid_state);
    auto body = [&]() -> coro::task<> {
        std::string said;
        std::size_t tasks = 0;
        const coro::remote remote;
        remote.post([&] {
            tasks = coro::all_tasks().size();
            try {
                static_cast<void>(coro::current_task());
            } catch (const coro::invalid_state& error) {
                said = error.what();
            }
        });
        co_await coro::sleep(1ms);
        CHECK(tasks == 1);
        CHECK(unit::contains(said, "callback"));
    };
    coro::run(body(), unit::real_clock());
}

TEST_CASE("all_tasks: those that have not ended, oldest first") {
    auto sleeps = [](int seconds) -> coro::task<> {
        co_await coro::sleep(std::chrono::seconds(seconds));
    };
    auto body = [&]() -> coro::task<> {
        for (int i = 1; i != 6; ++i) coro::create_task(sleeps(i == 3 ? 1 : 5));
        co_await coro::sleep(2s);
        std::vector<std::uint64_t> ids;
        for (const coro::task_ref& task : coro::all_tasks()) ids.push_back(task.id());
        CHECK(ids == std::vector<std::uint64_t>{1, 2, 3, 5, 6});
    };
    unit::run(body());
}

TEST_CASE("all_tasks: cancelling each but oneself ends all others") {
    int cancelled = 0;
    auto sleeps = [&]() -> coro::task<> {
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            ++cancelled;
            throw;
        }
    };
    auto body = [&]() -> coro::task<> {
        for (int i = 0; i != 10; ++i) coro::create_task(sleeps());
        co_await coro::yield();
        for (const coro::task_ref& task : coro::all_tasks())
            if (!(task == coro::current_task())) task.cancel();
        co_await coro::sleep(1s);
        CHECK(coro::all_tasks().size() == 1);
        CHECK(unit::seconds_since_start() == 1.0);
    };
    unit::run(body());
    CHECK(cancelled == 10);
}
