// finally.hpp: a clean-up that runs on every path.

#include "support.hpp"

#include "coro/finally.hpp"

#include <memory>
#include <stdexcept>
#include <string>

using namespace std::chrono_literals;

namespace {

coro::task<> cleans(unit::trail& trail, std::chrono::nanoseconds time = 1s) {
    co_await coro::sleep(time);
    trail("clean");
}

}  // namespace

TEST_CASE("finally: after a value, whatever its type") {
    unit::trail trail;
    int there = 5;
    auto moves = []() -> coro::task<std::unique_ptr<int>> {
        co_return std::make_unique<int>(7);
    };
    auto refers = [&]() -> coro::task<int&> {
        co_return there;
    };
    auto nothing = [&]() -> coro::task<> {
        trail("work");
        co_return;
    };
    auto body = [&]() -> coro::task<> {
        const auto moved = co_await coro::finally(moves(), cleans(trail));
        CHECK(*moved == 7);
        int& reference = co_await coro::finally(refers(), cleans(trail));
        CHECK(&reference == &there);
        co_await coro::finally(nothing(), cleans(trail));
    };
    unit::run(body());
    CHECK(trail.text() == "clean clean work clean");
}

TEST_CASE("finally: after an exception, which is thrown when the clean-up has run") {
    unit::trail trail;
    auto fails = []() -> coro::task<int> {
        throw std::runtime_error("no");
        co_return 0;
    };
    auto body = [&]() -> coro::task<> {
        std::string said;
        try {
            co_await coro::finally(fails(), cleans(trail));
        } catch (const std::runtime_error& error) {
            said = error.what();
        }
        trail(said);
    };
    unit::run(body());
    CHECK(trail.text() == "clean no");
}

TEST_CASE("finally: after a cancel, which does not reach the clean-up; a second one does") {
    for (const int requests : {1, 2}) {
        unit::trail trail;
        auto works = [&]() -> coro::task<> {
            co_await coro::sleep(1h);
        };
        auto outer = [&]() -> coro::task<> {
            co_await coro::finally(works(), cleans(trail, 2s));
        };
        auto body = [&]() -> coro::task<> {
            const auto task = coro::create_task(outer());
            for (int i = 0; i != requests; ++i) {
                co_await coro::sleep(1s);
                task.cancel();
            }
            co_await coro::sleep(5s);
            CHECK(task.cancelled());
        };
        unit::run(body());
        CHECK(trail.text() == (requests == 1 ? "clean" : ""));
    }
}

TEST_CASE("finally: a clean-up that fails is what is thrown") {
    auto fails = [](const char* what) -> coro::task<> {
        throw std::runtime_error(what);
        co_return;
    };
    auto body = [&]() -> coro::task<> {
        std::string said;
        try {
            co_await coro::finally(fails("work"), fails("clean-up"));
        } catch (const std::runtime_error& error) {
            said = error.what();
        }
        CHECK(said == "clean-up");
    };
    unit::run(body());
}
