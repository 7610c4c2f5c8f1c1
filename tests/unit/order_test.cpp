// After how many trips through the ready queue each thing happens. Every
// expectation here is what the same program prints on asyncio, 3.11 to 3.13;
// tests/parity holds longer pairs of programs that are compared line by line.
// A counter that notes a number at every trip runs beside what is looked at.

#include "support.hpp"

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

using namespace std::chrono_literals;

namespace {

using handle = coro::task_handle<>;

coro::task<> count(unit::trail& trail, int to) {
    for (int number = 0; number != to; ++number) {
        trail("", number);
        co_await coro::yield();
    }
}

coro::task<> note(unit::trail& trail, const char* word) {
    trail(word);
    co_return;
}

coro::task<> yields(unit::trail& trail, int times, const char* word) {
    for (int i = 0; i != times; ++i) co_await coro::yield();
    trail(word);
}

coro::task<> fails(unit::trail& trail, int times, const char* word) {
    for (int i = 0; i != times; ++i) co_await coro::yield();
    trail(word);
    throw std::runtime_error(word);
}

coro::task<> awaits(unit::trail& trail, handle task, const char* word) {
    try {
        co_await task;
        trail(word);
    } catch (const std::runtime_error&) {
        trail(std::string(word) + "-failed");
    } catch (const coro::cancelled&) {
        trail(std::string(word) + "-cancelled");
        throw;
    }
}

coro::task<> sleeps(unit::trail& trail, std::chrono::milliseconds time, const char* word) {
    try {
        co_await coro::sleep(time);
        trail(word);
    } catch (const coro::cancelled&) {
        trail(std::string(word) + "-cancelled");
        throw;
    }
}

}  // namespace

TEST_CASE("order: a created task starts behind what is ready, its creator goes on first") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        coro::create_task(count(trail, 3));
        coro::create_task(note(trail, "a"));
        trail("main");
        co_await coro::yield();
        trail("main");
        coro::create_task(note(trail, "b"));
        co_await coro::yield();
        trail("main");
    };
    unit::run(body());
    CHECK(trail.text() == "main 0 a main 1 b main 2");
}

TEST_CASE("order: whoever awaits a handle resumes one trip after the task has ended") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(yields(trail, 1, "ends"));
        const auto counter = coro::create_task(count(trail, 5));
        co_await task;
        trail("main");
        co_await counter;
    };
    unit::run(body());
    CHECK(trail.text() == "0 ends 1 main 2 3 4");
}

TEST_CASE("order: those who await a handle resume in the order in which they came") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(yields(trail, 2, "ends"));
        const auto one = coro::create_task(awaits(trail, task, "one"));
        const auto counter = coro::create_task(count(trail, 5));
        const auto two = coro::create_task(awaits(trail, task, "two"));
        co_await task;
        trail("main");
        co_await counter;
    };
    unit::run(body());
    CHECK(trail.text() == "0 1 ends 2 main one two 3 4");
}

TEST_CASE("order: an exception takes one trip to those who await the handle") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(fails(trail, 1, "fails"));
        const auto one = coro::create_task(awaits(trail, task, "one"));
        const auto counter = coro::create_task(count(trail, 4));
        co_await counter;
    };
    unit::run(body());
    CHECK(trail.text() == "0 fails 1 one-failed 2 3");
}

TEST_CASE("order: a coroutine that is awaited directly takes no trip") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        const auto counter = coro::create_task(count(trail, 3));
        co_await note(trail, "child");
        trail("main");
        co_await yields(trail, 1, "child");
        trail("main");
        co_await counter;
    };
    unit::run(body());
    CHECK(trail.text() == "child main 0 child main 1 2");
}

TEST_CASE("order: awaiting a task that has ended takes no trip") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(note(trail, "ends"));
        co_await task;
        const auto counter = coro::create_task(count(trail, 2));
        co_await task;
        trail("main");
        co_await counter;
    };
    unit::run(body());
    CHECK(trail.text() == "ends main 0 1");
}

TEST_CASE("order: gather's parent resumes two trips after the last child has ended") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        const auto counter = coro::create_task(count(trail, 6));
        co_await coro::gather(yields(trail, 2, "a"), yields(trail, 0, "b"), yields(trail, 1, "c"));
        trail("main");
        co_await counter;
    };
    unit::run(body());
    CHECK(trail.text() == "0 b 1 c 2 a 3 4 main 5");
}

TEST_CASE("order: a gather that fails at once: two trips as well") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        const auto counter = coro::create_task(count(trail, 6));
        try {
            co_await coro::gather(note(trail, "a"), fails(trail, 0, "b"));
        } catch (const std::runtime_error&) {
            trail("main");
        }
        co_await counter;
    };
    unit::run(body());
    CHECK(trail.text() == "0 a b 1 2 main 3 4 5");
}

TEST_CASE("order: gather_outcomes takes two trips after the last end") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        const auto counter = coro::create_task(count(trail, 6));
        co_await coro::gather_outcomes(fails(trail, 0, "a"), yields(trail, 1, "b"));
        trail("main");
        co_await counter;
    };
    unit::run(body());
    CHECK(trail.text() == "0 a 1 b 2 3 main 4 5");
}

TEST_CASE("order: sleep(0) and sleep(-1) are one trip") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        const auto counter = coro::create_task(count(trail, 4));
        co_await coro::sleep(0s);
        trail("main");
        co_await coro::sleep(-1s);
        trail("main");
        co_await coro::yield();
        trail("main");
        co_await counter;
    };
    unit::run(body());
    CHECK(trail.text() == "0 main 1 main 2 main 3");
}

TEST_CASE("order: a sleep that is due takes the trip of its timer, then its own") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        const auto counter = coro::create_task(count(trail, 6));
        const auto sleeper = coro::create_task(sleeps(trail, 1ms, "woke"));
        co_await coro::yield();
        unit::hold_thread(1s);
        trail("held");
        co_await coro::yield();
        trail("main");
        co_await coro::yield();
        trail("main");
        co_await sleeper;
        co_await counter;
    };
    unit::run(body());
    CHECK(trail.text() == "0 held 1 main 2 main woke 3 4 5");
}

TEST_CASE("order: timers of equal deadlines fire in the order in which they were set") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        co_await coro::gather(sleeps(trail, 5ms, "a"), sleeps(trail, 5ms, "b"),
                              sleeps(trail, 4ms, "c"), sleeps(trail, 5ms, "d"));
    };
    unit::run(body());
    CHECK(trail.text() == "c a b d");
}

TEST_CASE("order: a cancel is delivered one trip later, and takes one more to who awaits") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        const auto counter = coro::create_task(count(trail, 6));
        const auto sleeper = coro::create_task(sleeps(trail, 1000s, "sleeper"));
        const auto one = coro::create_task(awaits(trail, sleeper, "one"));
        co_await coro::yield();
        trail("asks");
        sleeper.cancel();
        co_await coro::yield();
        trail("main");
        co_await counter;
    };
    unit::run(body());
    CHECK(trail.text() == "0 asks 1 sleeper-cancelled main 2 one-cancelled 3 4 5");
}

TEST_CASE("order: a cancel of an unstarted task ends it where its first step would have been") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        const auto counter = coro::create_task(count(trail, 4));
        const auto never = coro::create_task(note(trail, "never"));
        const auto one = coro::create_task(awaits(trail, never, "one"));
        never.cancel();
        co_await coro::yield();
        trail(never.done() ? "done" : "not-done");
        co_await counter;
    };
    unit::run(body());
    CHECK(trail.text() == "0 one-cancelled done 1 2 3");
}

TEST_CASE("order: a cancel passes down a chain at once, and comes up one trip a task") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        const auto bottom = coro::create_task(sleeps(trail, 1000s, "bottom"));
        const auto middle = coro::create_task(awaits(trail, bottom, "middle"));
        const auto top = coro::create_task(awaits(trail, middle, "top"));
        co_await coro::yield();
        const auto counter = coro::create_task(count(trail, 5));
        top.cancel();
        trail("asked");
        co_await counter;
    };
    unit::run(body());
    CHECK(trail.text() == "asked 0 bottom-cancelled 1 middle-cancelled 2 top-cancelled 3 4");
}

TEST_CASE("order: main's end gives what is ready one more step, and what that makes ready none") {
    unit::trail trail;
    auto late = [&]() -> coro::task<> {
        trail("late");
        coro::create_task(note(trail, "never"));
        co_await coro::yield();
        trail("never");
    };
    auto body = [&]() -> coro::task<> {
        coro::create_task(count(trail, 100));
        coro::create_task(late());
        trail("main");
        co_return;
    };
    unit::run(body());
    CHECK(trail.text() == "main 0 late");
}

TEST_CASE("order: a callback that was posted runs before the task that it wakes") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        unit::gate gate;
        const coro::remote remote;
        remote.post([&] {
            trail("first");
            gate.open();
            trail("opened");
        });
        remote.post([&] { trail("second"); });
        co_await gate;
        trail("main");
    };
    unit::run(body());
    CHECK(trail.text() == "first opened second main");
}
