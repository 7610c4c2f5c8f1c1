// create_task.hpp: tasks that run beside the others, and their handles.

#include "support.hpp"

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

using namespace std::chrono_literals;

namespace {

coro::task<int> number(int value) {
    co_await coro::yield();
    co_return value;
}

coro::task<> nothing() {
    co_return;
}

// Cannot be moved, so only a handle can show it.
struct fixed {
    explicit fixed(int number) : value(number) {}
    fixed(const fixed&) = delete;
    fixed& operator=(const fixed&) = delete;
    int value;
};

coro::task<fixed> in_place() {
    co_return 5;
}

coro::task<> awaits(coro::task_handle<> next) {
    co_await next;
}

}  // namespace

TEST_CASE("create_task: the creator goes on first, and tasks start in the order of creation") {
    unit::trail trail;
    auto child = [&](int which) -> coro::task<> {
        trail("child", which);
        co_return;
    };
    auto body = [&]() -> coro::task<> {
        coro::create_task(child(1));
        coro::create_task(child(2));
        coro::create_task(child(3));
        trail("main");
        co_await coro::yield();
    };
    unit::run(body());
    CHECK(trail.text() == "main child1 child2 child3");
}

TEST_CASE("create_task: a dropped handle neither stops nor frees the task") {
    bool ended = false;
    unit::tally tally;
    auto child = [&](unit::counted) -> coro::task<> {
        co_await coro::sleep(1s);
        CHECK(tally.alive() == 1);
        ended = true;
    };
    auto body = [&]() -> coro::task<> {
        coro::create_task(child(unit::counted(tally)));
        co_await coro::sleep(2s);
        CHECK(ended);
        CHECK(tally.alive() == 0);
    };
    unit::run(body());
}

TEST_CASE("task_handle: many may await it, and all see the same object") {
    std::vector<const std::string*> seen;
    auto waiter = [&](coro::task_handle<std::string> handle) -> coro::task<> {
        const std::string& value = co_await handle;
        seen.push_back(&value);
        CHECK(value == "text");
    };
    auto child = []() -> coro::task<std::string> {
        co_await coro::sleep(1s);
        co_return "text";
    };
    auto body = [&]() -> coro::task<> {
        const auto handle = coro::create_task(child());
        for (int i = 0; i != 100; ++i) coro::create_task(waiter(handle));
        const std::string& value = co_await handle;
        co_await coro::yield();
        REQUIRE(seen.size() == 100);
        for (const std::string* each : seen) CHECK(each == &value);
        CHECK(&handle.result() == &value);
    };
    unit::run(body());
}

TEST_CASE("task_handle: a value that was taken is gone for every other reader") {
    auto reader = [](coro::task_handle<std::unique_ptr<int>> handle) -> coro::task<std::string> {
        std::string text = "read";
        try {
            co_await handle;
        } catch (const coro::result_taken& error) {
            text = error.what();
        }
        co_return text;
    };
    auto child = []() -> coro::task<std::unique_ptr<int>> {
        co_await coro::yield();
        co_return std::make_unique<int>(5);
    };
    auto body = [&]() -> coro::task<> {
        auto handle = coro::create_task(child());
        const auto other = handle;
        const auto before = coro::create_task(reader(handle));
        const std::unique_ptr<int> taken = co_await std::move(handle);
        CHECK(*taken == 5);
        const auto after = coro::create_task(reader(other));
        const std::string early = co_await before;
        CHECK(unit::contains(early, "taken"));
        const std::string late = co_await after;
        CHECK(unit::contains(late, "taken"));
        CHECK(other.done());
        CHECK_THROWS_AS(static_cast<void>(other.result()), coro::result_taken);
        CHECK(other.exception() == nullptr);
    };
    unit::run(body());
}

TEST_CASE("task_handle: those who wait in line before the one who takes get to read") {
    auto reader = [](coro::task_handle<std::string> handle) -> coro::task<std::string> {
        std::string text = "taken";
        try {
            const std::string& value = co_await handle;
            text = value;
        } catch (const coro::result_taken&) {
        }
        co_return text;
    };
    auto child = []() -> coro::task<std::string> {
        co_await coro::sleep(1s);
        co_return "text";
    };
    auto body = [&]() -> coro::task<> {
        auto handle = coro::create_task(child());
        const auto first = coro::create_task(reader(handle));
        co_await coro::sleep(500ms);
        const std::string value = co_await std::move(handle);
        CHECK(value == "text");
        const std::string seen = co_await first;
        CHECK(seen == "text");
    };
    unit::run(body());
}

TEST_CASE("task_handle: a result that is asked for too early is an error that says so") {
    auto body = [&]() -> coro::task<> {
        const auto handle = coro::create_task(number(3));
        CHECK_FALSE(handle.done());
        CHECK_THROWS_WITH_AS(static_cast<void>(handle.result()), doctest::Contains("still runs"),
                             coro::invalid_state);
        CHECK_THROWS_WITH_AS(static_cast<void>(handle.exception()), doctest::Contains("still runs"),
                             coro::invalid_state);
        co_await handle;
        CHECK(handle.result() == 3);
        CHECK(handle.exception() == nullptr);
    };
    unit::run(body());
}

TEST_CASE("task_handle: a reference, void and an immovable result can be read") {
    int target = 1;
    auto refers = [](int& which) -> coro::task<int&> {
        co_return which;
    };
    auto body = [&]() -> coro::task<> {
        const auto reference = coro::create_task(refers(target));
        int& same = co_await reference;
        CHECK(&same == &target);
        CHECK(&reference.result() == &target);
        const auto done = coro::create_task(nothing());
        co_await done;
        done.result();
        const auto constructed = coro::create_task(in_place());
        const fixed& five = co_await constructed;
        CHECK(five.value == 5);
    };
    unit::run(body());
}

TEST_CASE("task_handle: reading copies nothing, taking moves twice at most") {
    unit::tally tally;
    auto child = [&]() -> coro::task<unit::counted> {
        unit::counted value(tally, 4);
        co_return std::move(value);
    };
    auto body = [&]() -> coro::task<> {
        auto handle = coro::create_task(child());
        const unit::counted& seen = co_await handle;
        CHECK(seen.value() == 4);
        CHECK(tally.moved <= 1);
        const unit::counted taken = co_await std::move(handle);
        CHECK(taken.value() == 4);
    };
    unit::run(body());
    CHECK(tally.copied == 0);
    CHECK(tally.moved <= 2);
    CHECK(tally.alive() == 0);
}

TEST_CASE("task_handle: a temporary handle of a coroutine with temporary arguments balances") {
    unit::tally tally;
    auto child = [](unit::counted value) -> coro::task<int> {
        co_await coro::yield();
        co_return value.value();
    };
    auto body = [&]() -> coro::task<> {
        const int value = co_await coro::create_task(child(unit::counted(tally, 9)));
        CHECK(value == 9);
    };
    unit::run(body());
    CHECK(tally.copied == 0);
    CHECK(tally.alive() == 0);
}

TEST_CASE("task_handle: what the task threw is thrown at everyone who awaits, with its own type") {
    int caught = 0;
    auto child = []() -> coro::task<int> {
        co_await coro::yield();
        throw std::out_of_range("far");
    };
    auto waiter = [&](coro::task_handle<int> handle) -> coro::task<> {
        try {
            co_await handle;
        } catch (const std::out_of_range&) {
            ++caught;
        }
    };
    auto body = [&]() -> coro::task<> {
        const auto handle = coro::create_task(child());
        for (int i = 0; i != 5; ++i) coro::create_task(waiter(handle));
        co_await waiter(handle);
        co_await coro::yield();
        CHECK(caught == 6);
        CHECK(handle.done());
        CHECK_FALSE(handle.cancelled());
        CHECK_THROWS_AS(static_cast<void>(handle.result()), std::out_of_range);
        CHECK_THROWS_AS(std::rethrow_exception(handle.exception()), std::out_of_range);
    };
    unit::run(body());
}

TEST_CASE("task_handle: one that has ended is not waited for") {
    unit::trail trail;
    auto other = [&]() -> coro::task<> {
        trail("other");
        co_return;
    };
    auto body = [&]() -> coro::task<> {
        const auto handle = coro::create_task(number(1));
        co_await handle;
        coro::create_task(other());
        co_await handle;
        trail("main");
        co_await coro::yield();
    };
    unit::run(body());
    CHECK(trail.text() == "main other");
}

TEST_CASE("task_handle: a task that awaits itself is told so, and goes on") {
    std::optional<coro::task_handle<int>> itself;
    auto child = [&]() -> coro::task<int> {
        std::string text;
        try {
            co_await *itself;
        } catch (const coro::invalid_state& error) {
            text = error.what();
        }
        CHECK(unit::contains(text, "itself"));
        co_await coro::yield();
        co_return 8;
    };
    auto body = [&]() -> coro::task<> {
        itself = coro::create_task(child());
        const int value = co_await *itself;
        CHECK(value == 8);
    };
    unit::run(body());
}

TEST_CASE("task_handle: parameters go when the task ends, though a handle lives, before waiters") {
    unit::trail trail;
    auto child = [&](unit::farewell) -> coro::task<> {
        co_await coro::yield();
        trail("ends");
    };
    auto waiter = [&](coro::task_handle<> handle) -> coro::task<> {
        co_await handle;
        trail("waiter");
    };
    auto body = [&]() -> coro::task<> {
        const auto handle = coro::create_task(child(unit::farewell(trail, "parameter")));
        const auto waiting = coro::create_task(waiter(handle));
        co_await waiting;
        CHECK(handle.done());
    };
    unit::run(body());
    CHECK(trail.text() == "ends parameter waiter");
}

TEST_CASE("task_handle: a parameter's destructor may create, cancel and ask tasks") {
    unit::trail trail;
    struct busy_end {
        explicit busy_end(unit::trail& where) : trail_(&where) {}
        busy_end(busy_end&& other) noexcept : trail_(std::exchange(other.trail_, nullptr)) {}
        ~busy_end() {
            if (trail_ == nullptr) return;
            (*trail_)("end");
            auto last = [](unit::trail& where) -> coro::task<> {
                where("last");
                co_return;
            };
            coro::create_task(last(*trail_));
            auto unwanted = [](unit::trail& where) -> coro::task<> {
                where("unwanted");
                co_return;
            };
            coro::create_task(unwanted(*trail_)).cancel();
            for (const coro::task_ref& task : coro::all_tasks()) static_cast<void>(task.status());
        }
        unit::trail* trail_;
    };
    auto child = [](busy_end) -> coro::task<> {
        co_return;
    };
    auto body = [&]() -> coro::task<> {
        const auto handle = coro::create_task(child(busy_end(trail)));
        co_await handle;
        co_await coro::yield();
    };
    unit::run(body());
    CHECK(trail.text() == "end last");
}

TEST_CASE("task_handle: it outlives its loop, and the result with it") {
    std::optional<coro::task_handle<std::string>> kept;
    auto child = []() -> coro::task<std::string> {
        co_return "text";
    };
    auto body = [&]() -> coro::task<> {
        kept = coro::create_task(child());
        co_await *kept;
    };
    unit::run(body());
    CHECK(kept->done());
    CHECK(kept->result() == "text");
    CHECK(kept->name() == "task-2");
    CHECK_FALSE(kept->cancel());
    auto later = [&]() -> coro::task<> {
        const std::string& value = co_await *kept;
        CHECK(value == "text");
    };
    unit::run(later());
}

TEST_CASE("task_handle: copies mean the same task") {
    auto body = [&]() -> coro::task<> {
        const auto first = coro::create_task(nothing());
        auto second = coro::create_task(nothing());
        CHECK_FALSE(first == second);
        const auto id = first.id();
        second = first;
        CHECK(first == second);
        auto third = std::move(second);
        CHECK(third.id() == id);
        const auto& itself = third;
        third = itself;
        co_await third;
        CHECK(first.done());
    };
    unit::run(body());
}

TEST_CASE("create_task: a name is copied, and without one a task is called by its number") {
    auto body = [&]() -> coro::task<> {
        std::string name = "a name long enough to be on the heap somewhere";
        const auto named = coro::create_task(nothing(), name);
        name.assign(name.size(), '?');
        CHECK(named.name() == "a name long enough to be on the heap somewhere");
        const auto unnamed = coro::create_task(nothing());
        CHECK(unnamed.name() == "task-3");
        CHECK(unnamed.id() == 3);
        co_await unnamed;
    };
    unit::run(body());
}

TEST_CASE("create_task: outside a loop it is an error that says what to do, and leaks nothing") {
    unit::tally tally;
    auto child = [](unit::counted) -> coro::task<> {
        co_return;
    };
    CHECK_THROWS_WITH_AS(coro::create_task(child(unit::counted(tally))),
                         doctest::Contains("coro::run()"), coro::invalid_state);
    CHECK_THROWS_WITH_AS(coro::create_task(nothing()),
                         doctest::Contains("create_task at tests/unit/create_task_test.cpp:4"),
                         coro::invalid_state);
    CHECK(tally.alive() == 0);
}

TEST_CASE("create_task: an empty task is an error that says why") {
    auto body = [&]() -> coro::task<> {
        coro::task<> empty;
        CHECK_THROWS_WITH_AS(coro::create_task(std::move(empty)), doctest::Contains("already"),
                             coro::invalid_state);
        CHECK_THROWS_WITH_AS(coro::create_task(std::move(empty)),
                             doctest::Contains("create_task at tests/unit/create_task_test.cpp:4"),
                             coro::invalid_state);
        auto task = nothing();
        co_await coro::create_task(std::move(task));
        CHECK(task.empty());
        CHECK_THROWS_AS(coro::create_task(std::move(task)), coro::invalid_state);
    };
    unit::run(body());
}

TEST_CASE("create_task: 100,000 tasks at once") {
    int ended = 0;
    auto child = [&](int which) -> coro::task<> {
        co_await coro::sleep(std::chrono::milliseconds(which % 100));
        ++ended;
    };
    auto body = [&]() -> coro::task<> {
        for (int i = 0; i != 100'000; ++i) coro::create_task(child(i));
        co_await coro::sleep(1s);
        CHECK(coro::all_tasks().size() == 1);
    };
    unit::run(body());
    CHECK(ended == 100'000);
}

TEST_CASE("create_task: a chain of 100,000 tasks, each awaiting the next, ends without recursion") {
    auto sleeps = []() -> coro::task<> {
        co_await coro::sleep(1s);
    };
    auto body = [&]() -> coro::task<> {
        auto handle = coro::create_task(sleeps());
        for (int i = 0; i != 100'000; ++i) handle = coro::create_task(awaits(handle));
        co_await handle;
        CHECK(unit::seconds_since_start() == 1.0);
    };
    unit::run(body());
}
