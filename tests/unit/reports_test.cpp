// debug/reports.hpp and debug/text.hpp: what a person is told, in which words.

#include "support.hpp"

#include "coro/debug/text.hpp"

#include <optional>
#include <source_location>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

using namespace std::chrono_literals;

namespace {

coro::task<> fails(std::string what) {
    throw std::runtime_error(what);
    co_return;
}

coro::task<> throws_a_number() {
    throw 5;
    co_return;
}

coro::task<> nothing() {
    co_return;
}

template <class Body>
std::string said(Body& body) {
    unit::captured errors(stderr);
    unit::run(body());
    return errors.text();
}

}  // namespace

TEST_CASE("reports: an exception that nobody read is told once, with the line of its task") {
    unsigned line = 0;
    auto body = [&]() -> coro::task<> {
        line = __LINE__ + 1;
        coro::create_task(fails("it broke"), "worker");
        coro::create_task(throws_a_number());
        co_await coro::sleep(1s);
    };
    const std::string text = said(body);
    CHECK(unit::count_of(text, "[exception-unread]") == 2);
    CHECK(
        unit::contains(text, "'worker' (task 2) failed, and nobody read its exception: it broke"));
    CHECK(unit::contains(text, "tests/unit/reports_test.cpp:" + std::to_string(line) + "\n"));
    CHECK(unit::contains(text, "task-3 failed"));
    CHECK(unit::contains(text, "not a std::exception"));
    CHECK(unit::contains(text, "To do:"));
}

TEST_CASE("reports: an exception that somebody read is not told") {
    auto body = [&]() -> coro::task<> {
        const auto awaited = coro::create_task(fails("one"));
        try {
            co_await awaited;
        } catch (const std::runtime_error&) {
        }
        const auto asked = coro::create_task(fails("two"));
        const auto read = coro::create_task(fails("three"));
        co_await coro::sleep(1s);
        CHECK(asked.exception() != nullptr);
        CHECK_THROWS(read.result());
        co_await coro::gather_outcomes(fails("four"), fails("five"));
        try {
            co_await coro::gather(fails("six"), nothing());
        } catch (const std::runtime_error&) {
        }
    };
    CHECK(said(body) == "");
}

TEST_CASE(
    "reports: while a handle is there somebody may still read, so it is told when that goes") {
    std::optional<coro::task_handle<>> kept;
    auto body = [&]() -> coro::task<> {
        kept = coro::create_task(fails("kept"));
        co_await coro::sleep(1s);
    };
    CHECK(said(body) == "");
    unit::captured errors(stderr);
    kept.reset();
    CHECK(unit::count_of(errors.text(), "[exception-unread]") == 1);
}

TEST_CASE("reports: a cancelled task, and a task that ended well, are nothing to tell") {
    auto sleeps = []() -> coro::task<> {
        co_await coro::sleep(1h);
    };
    auto body = [&]() -> coro::task<> {
        coro::create_task(nothing());
        coro::create_task(nothing()).cancel();
        const auto task = coro::create_task(sleeps());
        co_await coro::sleep(1s);
        task.cancel();
        co_await coro::sleep(1s);
    };
    CHECK(said(body) == "");
}

TEST_CASE("reports: the second failure of a gather is told, since gather throws only one") {
    auto body = [&]() -> coro::task<> {
        try {
            co_await coro::gather(fails("first"), fails("second"));
        } catch (const std::runtime_error&) {
        }
    };
    const std::string text = said(body);
    CHECK(unit::count_of(text, "[exception-unread]") == 1);
    CHECK(unit::contains(text, "second"));
    CHECK_FALSE(unit::contains(text, "first"));
}

TEST_CASE("reports: of many unread exceptions ten are told, and the number of the others") {
    auto many = [](int count) {
        return [count]() -> coro::task<> {
            for (int i = 0; i != count; ++i) coro::create_task(fails("no"));
            co_await coro::sleep(1s);
        };
    };
    auto ten = many(10);
    std::string text = said(ten);
    CHECK(unit::count_of(text, "[exception-unread]") == 10);
    CHECK_FALSE(unit::contains(text, "more failed"));
    auto eleven = many(11);
    text = said(eleven);
    CHECK(unit::count_of(text, "[exception-unread]") == 10);
    CHECK(unit::contains(text, "1 task more failed"));
    // Each run begins anew.
    auto one = many(1);
    text = said(one);
    CHECK(unit::count_of(text, "[exception-unread]") == 1);
}

TEST_CASE("reports: a callback that throws is told, and the loop goes on") {
    bool after = false;
    auto body = [&]() -> coro::task<> {
        const coro::remote remote;
        remote.post([] { throw std::runtime_error("in the callback"); });
        remote.post([&] { after = true; });
        co_await coro::sleep(1s);
    };
    const std::string text = said(body);
    CHECK(unit::contains(text, "a posted callback threw: in the callback"));
    CHECK(unit::contains(text, "[callback-failed]"));
    CHECK(after);
}

TEST_CASE("reports: what was printed before stands before the report") {
    unit::captured both(stdout);
    auto body = [&]() -> coro::task<> {
        coro::println("printed");
        coro::create_task(fails("no"));
        co_await coro::sleep(1s);
    };
    // Both streams go to one place, as in a terminal.
    std::fflush(stderr);
    const int saved = dup(fileno(stderr));
    dup2(fileno(stdout), fileno(stderr));
    unit::run(body());
    std::fflush(stderr);
    dup2(saved, fileno(stderr));
    close(saved);
    const std::string text = both.text();
    CHECK(text.find("printed") < text.find("[exception-unread]"));
}

TEST_CASE("text: places, times and names") {
    CHECK(coro::place_text(std::source_location()) == "?");
    const std::string here = coro::place_text(std::source_location::current());
    CHECK(here.ends_with("tests/unit/reports_test.cpp:" + std::to_string(__LINE__ - 1)));
    CHECK_FALSE(here.starts_with("."));  // it can be opened from the source folder
    CHECK(coro::seconds_text(0) == "0.000 s");
    CHECK(coro::seconds_text(1'500'000'000) == "1.500 s");
    CHECK(coro::seconds_text(-1'000'000) == "-0.001 s");
}

TEST_CASE("text: a task with those that it awaits, from the inside out") {
    std::string text;
    unsigned inner_line = 0;
    unsigned outer_line = 0;
    auto inner = [&]() -> coro::task<> {
        inner_line = __LINE__ + 1;
        co_await coro::sleep(2s);
    };
    auto outer = [&]() -> coro::task<> {
        outer_line = __LINE__ + 1;
        co_await inner();
    };
    unsigned created = 0;
    auto body = [&]() -> coro::task<> {
        created = __LINE__ + 1;
        const auto task = coro::create_task(outer(), "worker");
        co_await coro::sleep(1s);
        text = coro::task_text(*coro::event_loop::current(), task.base());
    };
    unit::run(body());
    std::string file = coro::place_text(std::source_location::current());
    file.erase(file.rfind(':') + 1);
    CHECK(text == "  'worker' (task 2) waits for sleep, until 2.000 s (now 1.000 s)\n"
                  "    created at   " +
                      file + std::to_string(created) + "\n" + "    suspended at " + file +
                      std::to_string(inner_line) + "\n" + "    awaited at   " + file +
                      std::to_string(outer_line) + "\n");
}

TEST_CASE("text: what a task does is told in words, in each of its states") {
    std::vector<std::string> said_of_it;
    auto child = [&]() -> coro::task<> {
        const coro::event_loop& loop = *coro::event_loop::current();
        said_of_it.push_back(coro::state_text(loop, coro::current_task().base()));
        co_await coro::yield();
    };
    auto body = [&]() -> coro::task<> {
        const coro::event_loop& loop = *coro::event_loop::current();
        const auto task = coro::create_task(child());
        said_of_it.push_back(coro::state_text(loop, task.base()));
        co_await coro::yield();
        said_of_it.push_back(coro::state_text(loop, task.base()));
        co_await coro::yield();
    };
    unit::run(body());
    CHECK(said_of_it ==
          std::vector<std::string>{"has not started", "is running", "is ready to run"});
}

TEST_CASE("reports: of many tasks in a deadlock a hundred are told, and the number of the others") {
    std::vector<coro::task_handle<>> tasks;
    auto awaits = [&](std::size_t which) -> coro::task<> {
        co_await tasks[which];
    };
    auto body = [&]() -> coro::task<> {
        for (std::size_t i = 0; i != 1000; ++i)
            tasks.push_back(coro::create_task(awaits((i + 1) % 1000)));
        co_await tasks[0];
    };
    std::string message;
    try {
        unit::run(body());
    } catch (const coro::deadlock_error& error) {
        message = error.what();
    }
    tasks.clear();
    CHECK(unit::contains(message, "1001 tasks wait for ever"));
    CHECK(unit::contains(message, "\n  task-100 waits"));
    CHECK_FALSE(unit::contains(message, "\n  task-101 waits"));
    CHECK(unit::contains(message, "  ... and 901 more, started later\n"));
    CHECK(unit::contains(message, "task-101 -> ... 900 more ... -> task-2\n"));
}
