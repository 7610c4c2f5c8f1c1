// call_later: coro/call_later.hpp.

#include "support.hpp"

#include <memory>
#include <optional>
#include <stdexcept>

using namespace std::chrono_literals;

TEST_CASE("call_later: calls in the order of the deadlines, equal ones as they were set") {
    unit::trail order;
    const auto all = [&]() -> coro::task<> {
        coro::call_later(2s, [&] { order("third"); });
        coro::call_later(1s, [&] { order("first"); });
        coro::call_later(1s, [&] { order("second"); });
        co_await coro::sleep(1s);
        order("awake");
        CHECK(unit::seconds_since_start() == 1.0);
        co_await coro::sleep(1s);
        order("end");
    };
    unit::run(all());
    CHECK(order.text() == "first second awake third end");
}

TEST_CASE("call_later: no delay is the next turn, behind what is ready then") {
    unit::trail order;
    const auto other = [&]() -> coro::task<> {
        order("task");
        co_return;
    };
    const auto all = [&]() -> coro::task<> {
        coro::call_later(0s, [&] { order("zero"); });
        coro::call_later(-5s, [&] { order("past"); });
        coro::create_task(other());
        order("main");
        co_await coro::yield();
        order("main");
    };
    unit::run(all());
    CHECK(order.text() == "main task main zero past");
}

TEST_CASE("call_later: cancelled it is not called, and what it holds is destroyed at once") {
    const auto all = []() -> coro::task<> {
        auto held = std::make_shared<int>(1);
        bool called = false;
        const coro::timer_handle handle =
            coro::call_later(1s, [held, &called] { called = true; });
        const coro::timer_handle copy = handle;
        CHECK(held.use_count() == 2);
        CHECK_FALSE(handle.cancelled());
        copy.cancel();
        CHECK(held.use_count() == 1);
        CHECK(handle.cancelled());
        handle.cancel();
        co_await coro::sleep(2s);
        CHECK_FALSE(called);
    };
    unit::run(all());
}

TEST_CASE("call_later: cancelled when it is due already, it is not called") {
    const auto all = []() -> coro::task<> {
        bool called = false;
        std::optional<coro::timer_handle> second;
        coro::call_later(1s, [&] { second->cancel(); });
        second = coro::call_later(1s, [&] { called = true; });
        co_await coro::sleep(2s);
        CHECK_FALSE(called);
        CHECK(second->cancelled());
    };
    unit::run(all());
}

TEST_CASE("call_later: after the call there is nothing to cancel, nor after the loop") {
    std::optional<coro::timer_handle> late;
    auto held = std::make_shared<int>(1);
    const auto all = [&]() -> coro::task<> {
        const auto handle = coro::call_later(1s, [held] {});
        CHECK(handle.when().time_since_epoch() ==
              coro::clock::now().time_since_epoch() + 1s);
        co_await coro::sleep(2s);
        CHECK(held.use_count() == 1);
        handle.cancel();
        CHECK_FALSE(handle.cancelled());
        late = coro::call_later(1h, [held] {});
    };
    unit::run(all());
    CHECK(held.use_count() == 1);  // dropped with the loop
    late->cancel();
    CHECK_FALSE(late->cancelled());
}

TEST_CASE("call_later: may be dropped, may move what it holds, and may start a task") {
    unit::trail order;
    const auto other = [&](std::unique_ptr<int> number) -> coro::task<> {
        order("task", *number);
        co_return;
    };
    const auto all = [&]() -> coro::task<> {
        coro::call_later(1s, [&, number = std::make_unique<int>(7)]() mutable {
            coro::create_task(other(std::move(number)));
        });
        co_await coro::sleep(2s);
    };
    unit::run(all());
    CHECK(order.text() == "task7");
}

TEST_CASE("call_later: one that throws is reported with its line, and the loop goes on") {
    unsigned line = 0;
    const auto all = [&]() -> coro::task<> {
        line = __LINE__ + 1;
        coro::call_later(1s, [] { throw std::runtime_error("too late"); });
        coro::call_later(1s, [] { throw 42; });
        co_await coro::sleep(2s);
    };
    unit::captured errors(stderr);
    unit::run(all());
    const std::string text = errors.text();
    CHECK(unit::contains(text, "coro: a call_later callback threw: too late\n    asked for at tests/unit/"
                               "call_later_test.cpp:" + std::to_string(line) + "\n"));
    CHECK(unit::count_of(text, "[callback-failed]") == 2);
}

TEST_CASE("call_later: a call that is yet to come is no deadlock, since it may set something") {
    const auto all = []() -> coro::task<> {
        coro::event ready;
        coro::call_later(5s, [&] { ready.set(); });
        co_await ready.wait();
        CHECK(unit::seconds_since_start() == 5.0);
    };
    unit::run(all());
}

TEST_CASE("call_later: outside of a loop, and not a number, are errors that say so") {
    CHECK_THROWS_WITH_AS(coro::call_later(1s, [] {}),
                         "call_later: no event loop runs on this thread. Call it from a coroutine "
                         "that coro::run() has started.",
                         coro::invalid_state);
    const auto all = []() -> coro::task<> {
        const std::chrono::duration<double> nan(std::numeric_limits<double>::quiet_NaN());
        CHECK_THROWS_AS(coro::call_later(nan, [] {}), std::invalid_argument);
        co_return;
    };
    unit::run(all());
}
