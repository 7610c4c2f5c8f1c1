// sync/future.hpp: a result that a callback brings.

#include "support.hpp"

#include "coro/sync/future.hpp"

#include <exception>
#include <memory>
#include <stdexcept>
#include <string>

using namespace std::chrono_literals;

TEST_CASE("future: set once, awaited by many") {
    unit::trail trail;
    auto waits = [&](coro::future<std::string>& text) -> coro::task<> {
        const std::string& value = co_await text;
        trail(value);
    };
    auto body = [&]() -> coro::task<> {
        coro::future<std::string> text;
        const auto first = coro::create_task(waits(text));
        const auto second = coro::create_task(waits(text));
        co_await coro::sleep(1s);
        CHECK(first.waits_for() == "future");
        CHECK_THROWS_AS(text.result(), coro::invalid_state);
        text.set_value("set");
        CHECK(text.done());
        CHECK_THROWS_AS(text.set_value("again"), coro::invalid_state);
        co_await first;
        co_await second;
        const std::string& value = co_await text;
        CHECK(value == "set");
        CHECK(text.result() == "set");
    };
    unit::run(body());
    CHECK(trail.text() == "set set");
}

TEST_CASE("future: an exception, a cancel, and void") {
    auto body = []() -> coro::task<> {
        coro::future<int> fails;
        fails.set_exception(std::make_exception_ptr(std::runtime_error("no")));
        bool caught = false;
        try {
            co_await fails;
        } catch (const std::runtime_error&) {
            caught = true;
        }
        CHECK(caught);
        CHECK(fails.exception() != nullptr);
        coro::future<int> stopped;
        CHECK(stopped.cancel());
        CHECK_FALSE(stopped.cancel());
        CHECK(stopped.cancelled());
        bool told = false;
        try {
            co_await stopped;
        } catch (const coro::cancelled&) {
            told = true;
        }
        CHECK(told);
        coro::future<> nothing;
        CHECK_THROWS_AS(nothing.set_exception(nullptr), coro::invalid_state);
        nothing.set_value();
        co_await nothing;
        coro::future<std::unique_ptr<int>> moves;
        moves.set_value(std::make_unique<int>(7));
        const auto& pointer = co_await moves;
        CHECK(*pointer == 7);
    };
    unit::run(body());
}

TEST_CASE("future: who waits may be cancelled, and the future stays open") {
    auto waits = [](coro::future<int>& number) -> coro::task<int> {
        const int value = co_await number;
        co_return value;
    };
    auto body = [&]() -> coro::task<> {
        coro::future<int> number;
        const auto first = coro::create_task(waits(number));
        const auto second = coro::create_task(waits(number));
        co_await coro::sleep(1s);
        first.cancel();
        co_await coro::sleep(1s);
        CHECK(first.cancelled());
        CHECK_FALSE(number.done());
        number.set_value(3);
        const int value = co_await second;
        CHECK(value == 3);
    };
    unit::run(body());
}
