// wait.hpp: done and pending.

#include "support.hpp"

#include "coro/wait.hpp"

#include <stdexcept>
#include <vector>

using namespace std::chrono_literals;

namespace {

std::vector<coro::task_handle<int>> three() {
    std::vector<coro::task_handle<int>> handles;
    handles.push_back(coro::create_task(unit::value_after(3, 3s)));
    handles.push_back(coro::create_task(unit::value_after(1, 1s)));
    handles.push_back(coro::create_task(unit::value_after(2, 2s)));
    return handles;
}

coro::wait_options when(coro::return_when which) {
    coro::wait_options options;
    options.return_when = which;
    return options;
}

coro::wait_options within(std::chrono::nanoseconds time) {
    coro::wait_options options;
    options.timeout = time;
    return options;
}

}  // namespace

TEST_CASE("wait: for all, for the first, and the others run on") {
    auto body = []() -> coro::task<> {
        const auto handles = three();
        const auto first = co_await coro::wait(handles, when(coro::return_when::first_completed));
        CHECK(unit::seconds_since_start() == 1.0);
        CHECK(first.done.size() == 1);
        CHECK(first.done[0].result() == 1);
        CHECK(first.pending.size() == 2);
        CHECK(first.pending[0] == handles[0]);
        const auto all = co_await coro::wait(handles);
        CHECK(unit::seconds_since_start() == 3.0);
        CHECK(all.done.size() == 3);
        CHECK(all.pending.empty());
    };
    unit::run(body());
}

TEST_CASE("wait: for the first exception; a cancel is none; without one, for all") {
    auto body = []() -> coro::task<> {
        auto handles = three();
        handles.push_back(coro::create_task(unit::fails_after("no", 2s)));
        handles[1].cancel();
        const auto first = co_await coro::wait(handles, when(coro::return_when::first_exception));
        CHECK(unit::seconds_since_start() == 2.0);
        CHECK(first.done.size() == 3);
        CHECK(first.pending.size() == 1);
        CHECK(handles[3].exception() != nullptr);
        handles.pop_back();
        co_await coro::wait(handles, when(coro::return_when::first_exception));
        CHECK(unit::seconds_since_start() == 3.0);
    };
    unit::run(body());
}

TEST_CASE("wait: a time limit ends the wait and no task") {
    auto body = []() -> coro::task<> {
        const auto handles = three();
        const auto some = co_await coro::wait(handles, within(1500ms));
        CHECK(unit::seconds_since_start() == 1.5);
        CHECK(some.done.size() == 1);
        CHECK(some.pending.size() == 2);
        const auto one_look = co_await coro::wait(handles, within(0s));
        CHECK(unit::seconds_since_start() == 1.5);
        CHECK(one_look.done.size() == 1);
        const auto all = co_await coro::wait(handles, within(1h));
        CHECK(unit::seconds_since_start() == 3.0);
        CHECK(all.done.size() == 3);
        co_await coro::sleep(2h);  // the limit is gone with the wait
    };
    unit::run(body());
}

TEST_CASE("wait: what has ended already does not suspend; none to wait for is an error") {
    unit::trail trail;
    auto other = [&]() -> coro::task<> {
        trail("other");
        co_return;
    };
    auto body = [&]() -> coro::task<> {
        const auto handles = three();
        co_await coro::sleep(5s);
        coro::create_task(other());
        co_await coro::wait(handles);
        trail("waited");
        co_await coro::yield();
        const std::vector<coro::task_handle<int>> none;
        CHECK_THROWS_AS(static_cast<void>(coro::wait(none)), std::invalid_argument);
    };
    unit::run(body());
    CHECK(trail.text() == "waited other");
}

TEST_CASE("wait: the one who waits is cancelled, and the tasks run on") {
    auto waits = [](std::vector<coro::task_handle<int>> handles) -> coro::task<> {
        co_await coro::wait(handles, within(1h));
    };
    auto body = [&]() -> coro::task<> {
        const auto handles = three();
        const auto task = coro::create_task(waits(handles));
        co_await coro::sleep(1500ms);
        CHECK(task.waits_for() == "wait");
        task.cancel();
        co_await coro::sleep(1ms);
        CHECK(task.cancelled());
        co_await coro::wait(handles);
        CHECK(unit::seconds_since_start() == 3.0);
    };
    unit::run(body());
}

TEST_CASE("wait: a task that looks on at itself is a deadlock, and can be cancelled") {
    auto body = []() -> coro::task<> {
        std::vector<coro::task_handle<>> self;
        auto looks = [&]() -> coro::task<> {
            co_await coro::wait(self);
        };
        auto goes_through = [&]() -> coro::task<> {
            for (auto& next : coro::as_completed(self)) co_await next;
        };
        for (const bool by_wait : {true, false}) {
            self.clear();
            if (by_wait)
                self.push_back(coro::create_task(looks()));
            else
                self.push_back(coro::create_task(goes_through()));
            co_await coro::sleep(1s);
            CHECK_FALSE(self[0].done());
            self[0].cancel();
            co_await coro::sleep(1s);
            CHECK(self[0].cancelled());
        }
        self.clear();
        self.push_back(coro::create_task(looks(), "mirror"));
        co_await self[0];
    };
    CHECK_THROWS_WITH_AS(unit::run(body()), doctest::Contains("'mirror' (task 4) waits for wait"),
                         coro::deadlock_error);
}

TEST_CASE("wait: a time limit of 0 comes back behind what became ready meanwhile") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        const auto handles = three();
        auto looks = [&]() -> coro::task<> {
            co_await coro::wait(handles, within(-1s));
            trail("looked");
        };
        auto yields = [&]() -> coro::task<> {
            for (int i = 0; i != 3; ++i) {
                trail("trip", i);
                co_await coro::yield();
            }
        };
        const auto looking = coro::create_task(looks());
        const auto yielding = coro::create_task(yields());
        co_await yielding;
        CHECK(looking.done());
        CHECK(unit::seconds_since_start() == 0.0);
    };
    unit::run(body());
    CHECK(trail.text() == "trip0 trip1 trip2 looked");
}
