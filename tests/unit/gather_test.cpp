// gather.hpp: several at once, their results in order, one owner.

#include "support.hpp"

#include <any>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

using namespace std::chrono_literals;

namespace {

template <class T>
coro::task<T> after(std::chrono::milliseconds time, T value) {
    co_await coro::sleep(time);
    co_return value;
}

coro::task<> nothing() {
    co_return;
}

coro::task<int> fails(std::string what) {
    throw std::runtime_error(what);
    co_return 0;
}

// Sleeps; when it is cancelled, needs some time to clean up.
coro::task<int> cleans_up(unit::trail& trail, std::string name, std::chrono::milliseconds time) {
    bool stopped = false;
    try {
        co_await coro::sleep(1h);
    } catch (const coro::cancelled&) {
        stopped = true;
    }
    if (stopped) {
        trail(name + "-stops");
        co_await coro::sleep(time);
        trail(name + "-clean");
        throw coro::cancelled();
    }
    co_return 0;
}

// Answers a cancel with a value.
coro::task<int> swallows(int value) {
    try {
        co_await coro::sleep(1h);
    } catch (const coro::cancelled&) {
    }
    co_return value;
}

struct throws_when_copied {
    throws_when_copied() = default;
    throws_when_copied(const throws_when_copied&) { throw std::runtime_error("copy"); }
    throws_when_copied(throws_when_copied&&) noexcept {}
};

}  // namespace

TEST_CASE("gather: results come in the order of the arguments, the time is the longest") {
    auto body = [&]() -> coro::task<> {
        auto [one, two, three] =
            co_await coro::gather(after(30ms, 1), after(10ms, std::string("2")), after(20ms, 3.0));
        static_assert(std::is_same_v<decltype(one), int>);
        static_assert(std::is_same_v<decltype(two), std::string>);
        CHECK(one == 1);
        CHECK(two == "2");
        CHECK(three == 3.0);
        CHECK(unit::seconds_since_start() == 0.03);
    };
    unit::run(body());
}

TEST_CASE("gather: a vector of tasks gives a vector") {
    auto body = [&]() -> coro::task<> {
        std::vector<coro::task<int>> tasks;
        for (int i = 0; i != 1000; ++i)
            tasks.push_back(after(std::chrono::milliseconds(1000 - i), int{i}));
        const std::vector<int> values = co_await coro::gather(std::move(tasks));
        REQUIRE(values.size() == 1000);
        for (int i = 0; i != 1000; ++i) CHECK(values[static_cast<std::size_t>(i)] == i);
        CHECK(unit::seconds_since_start() == 1.0);
    };
    unit::run(body());
}

TEST_CASE("gather: of nothing is nothing, and does not wait") {
    unit::trail trail;
    auto other = [&]() -> coro::task<> {
        trail("other");
        co_return;
    };
    auto body = [&]() -> coro::task<> {
        coro::create_task(other());
        const std::tuple<> none = co_await coro::gather();
        static_cast<void>(none);
        const std::vector<int> empty = co_await coro::gather(std::vector<coro::task<int>>());
        CHECK(empty.empty());
        const std::vector<coro::task_handle<int>> no_handles;
        const std::vector<int> empty_too = co_await coro::gather(no_handles);
        CHECK(empty_too.empty());
        trail("main");
        co_await coro::yield();
    };
    unit::run(body());
    CHECK(trail.text() == "main other");
}

TEST_CASE("gather: void, references, movable-only and other special results") {
    int target = 1;
    auto refers = [](int& which) -> coro::task<int&> {
        co_return which;
    };
    auto movable = []() -> coro::task<std::unique_ptr<int>> {
        co_return std::make_unique<int>(4);
    };
    auto body = [&]() -> coro::task<> {
        auto [none, same, pointer] = co_await coro::gather(nothing(), refers(target), movable());
        static_assert(std::is_same_v<decltype(none), std::monostate>);
        CHECK(&same == &target);
        CHECK(*pointer == 4);

        std::vector<coro::task<std::unique_ptr<int>>> movables;
        movables.push_back(movable());
        movables.push_back(movable());
        const auto pointers = co_await coro::gather(std::move(movables));
        CHECK(*pointers[1] == 4);

        std::vector<coro::task<>> voids;
        voids.push_back(nothing());
        const std::vector<std::monostate> nones = co_await coro::gather(std::move(voids));
        CHECK(nones.size() == 1);

        std::vector<coro::task<bool>> bools;
        bools.push_back(after(1ms, true));
        bools.push_back(after(1ms, false));
        const std::vector<bool> answers = co_await coro::gather(std::move(bools));
        CHECK(answers == std::vector<bool>{true, false});

        const auto [inner] = co_await coro::gather(after(1ms, std::make_tuple(1, 2)));
        CHECK(std::get<1>(inner) == 2);
        auto [any] = co_await coro::gather(after(1ms, std::any(7)));
        CHECK(std::any_cast<int>(any) == 7);
    };
    unit::run(body());
}

TEST_CASE("gather: children start behind tasks that were created earlier") {
    unit::trail trail;
    auto child = [&](const char* name) -> coro::task<> {
        trail(name);
        co_return;
    };
    auto body = [&]() -> coro::task<> {
        coro::create_task(child("earlier"));
        co_await coro::gather(child("a"), child("b"));
    };
    unit::run(body());
    CHECK(trail.text() == "earlier a b");
}

TEST_CASE("gather: a handle keeps its result unless it is given away") {
    auto body = [&]() -> coro::task<> {
        const auto kept = coro::create_task(after(2ms, std::string("kept")));
        auto given = coro::create_task(after(1ms, std::string("given")));
        const auto also_given = given;
        const auto [one, two] = co_await coro::gather(kept, std::move(given));
        CHECK(one == "kept");
        CHECK(two == "given");
        CHECK(kept.result() == "kept");
        CHECK_THROWS_AS(static_cast<void>(also_given.result()), coro::result_taken);

        std::vector<coro::task_handle<std::string>> handles{kept, kept};
        const auto copies = co_await coro::gather(handles);
        CHECK(copies == std::vector<std::string>{"kept", "kept"});
        const auto& constant = handles;
        const auto more = co_await coro::gather(constant);
        CHECK(more.size() == 2);
        handles.pop_back();
        const auto last = co_await coro::gather(std::move(handles));
        CHECK(last[0] == "kept");
        CHECK_THROWS_AS(static_cast<void>(kept.result()), coro::result_taken);
    };
    unit::run(body());
}

TEST_CASE("gather: tasks that have ended already are not waited for") {
    unit::trail trail;
    auto other = [&]() -> coro::task<> {
        trail("other");
        co_return;
    };
    auto body = [&]() -> coro::task<> {
        const auto one = coro::create_task(after(1ms, 1));
        const auto two = coro::create_task(after(1ms, 2));
        co_await one;
        co_await two;
        coro::create_task(other());
        const auto [first, second] = co_await coro::gather(one, two);
        CHECK(first + second == 3);
        trail("main");
        co_await coro::yield();
        const auto failed = coro::create_task(fails("no"));
        co_await coro::yield();
        coro::create_task(other());
        bool caught = false;
        try {
            co_await coro::gather(one, failed);
        } catch (const std::runtime_error&) {
            caught = true;
            trail("caught");
        }
        CHECK(caught);
        co_await coro::yield();
    };
    unit::run(body());
    CHECK(trail.text() == "main other caught other");
}

TEST_CASE("gather: the same handle twice, and tasks beside handles") {
    auto body = [&]() -> coro::task<> {
        const auto handle = coro::create_task(after(5ms, 5));
        const auto [one, two, three] = co_await coro::gather(handle, after(1ms, 1), handle);
        CHECK(one + two + three == 11);
    };
    unit::run(body());
}

TEST_CASE("gather: the first failure is rethrown with its own type, when the siblings have ended") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        try {
            co_await coro::gather(cleans_up(trail, "a", 10ms), unit::fails_after("first", 1ms),
                                  cleans_up(trail, "b", 20ms));
        } catch (const std::runtime_error& error) {
            trail(error.what());
        }
        CHECK(unit::seconds_since_start() == 0.021);
        CHECK(coro::all_tasks().size() == 1);
    };
    unit::run(body());
    CHECK(trail.text() == "a-stops b-stops a-clean b-clean first");
}

TEST_CASE("gather: a child that fails before its first suspension") {
    unit::trail trail;
    auto sibling = [&](const char* name) -> coro::task<> {
        trail(name);
        co_await coro::sleep(1h);
    };
    auto body = [&]() -> coro::task<> {
        try {
            co_await coro::gather(sibling("before"), fails("at once"), sibling("after"));
        } catch (const std::runtime_error& error) {
            trail(error.what());
        }
        CHECK(unit::seconds_since_start() == 0.0);
        CHECK(coro::all_tasks().size() == 1);
    };
    unit::run(body());
    CHECK(trail.text() == "before after at once");
}

TEST_CASE("gather: two children failing in one turn resume the parent once") {
    std::string caught;
    auto body = [&]() -> coro::task<> {
        try {
            co_await coro::gather(fails("first"), fails("second"));
        } catch (const std::runtime_error& error) {
            caught = error.what();
        }
        co_await coro::sleep(1s);  // a second resumption would end it early
        CHECK(unit::seconds_since_start() == 1.0);
    };
    unit::captured errors(stderr);
    unit::history history;
    unit::run(body(), &history);
    CHECK(caught == "first");
    // To begin with, after the gather, after the sleep.
    CHECK(history.count(coro::event_kind::task_resumed, 1) == 3);
    CHECK(unit::contains(errors.text(), "second"));
}

TEST_CASE("gather: a thousand children failing in one turn resume the parent once") {
    std::string caught;
    auto body = [&]() -> coro::task<> {
        std::vector<coro::task<int>> tasks;
        for (int i = 0; i != 1000; ++i) tasks.push_back(unit::fails_after(std::to_string(i), 1ms));
        try {
            co_await coro::gather(std::move(tasks));
        } catch (const std::runtime_error& error) {
            caught = error.what();
        }
        CHECK(coro::all_tasks().size() == 1);
        co_await coro::sleep(1s);
        CHECK(unit::seconds_since_start() == 1.001);
    };
    unit::captured errors(stderr);
    unit::history history;
    unit::run(body(), &history);
    CHECK(caught == "0");
    CHECK(history.count(coro::event_kind::task_resumed, 1) == 3);
    CHECK(history.count(coro::event_kind::task_failed) == 1000);
    // Of the other 999 ten are reported, and the number of the rest.
    CHECK(unit::count_of(errors.text(), "[exception-unread]") == 10);
    CHECK(unit::contains(errors.text(), "989 tasks more failed"));
}

TEST_CASE("gather: failing, and being cancelled in the turn of the failure, resumes once") {
    unit::trail trail;
    auto parent = [&]() -> coro::task<> {
        try {
            co_await coro::gather(unit::fails_after("no", 1ms), cleans_up(trail, "a", 5ms));
        } catch (const std::runtime_error&) {
            trail("failed");
        } catch (const coro::cancelled&) {
            trail("cancelled");
        }
        co_await coro::sleep(1s);
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(parent());
        co_await coro::sleep(1ms);
        task.cancel();
        co_await task;
        CHECK(unit::seconds_since_start() == 1.006);
        CHECK(coro::all_tasks().size() == 1);
    };
    const unit::captured errors(stderr);
    unit::history history;
    unit::run(body(), &history);
    CHECK(history.count(coro::event_kind::task_resumed, 2) == 3);
    CHECK(trail.text() == "a-stops a-clean cancelled");
}

TEST_CASE("gather: a sibling that swallows its cancel is waited for all the same") {
    auto body = [&]() -> coro::task<> {
        bool caught = false;
        auto slow = []() -> coro::task<int> {
            try {
                co_await coro::sleep(1h);
            } catch (const coro::cancelled&) {
            }
            co_await coro::sleep(3s);
            co_return 1;
        };
        try {
            co_await coro::gather(slow(), unit::fails_after("no", 1s));
        } catch (const std::runtime_error&) {
            caught = true;
        }
        CHECK(caught);
        CHECK(unit::seconds_since_start() == 4.0);
    };
    unit::run(body());
}

TEST_CASE("gather: cancelled from outside, it asks each child once and joins them") {
    unit::trail trail;
    auto parent = [&]() -> coro::task<> {
        co_await coro::gather(cleans_up(trail, "a", 10ms), cleans_up(trail, "b", 30ms),
                              cleans_up(trail, "c", 20ms));
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(parent());
        co_await coro::sleep(1s);
        task.cancel();
        bool was_cancelled = false;
        try {
            co_await task;
        } catch (const coro::cancelled&) {
            was_cancelled = true;
        }
        CHECK(was_cancelled);
        CHECK(task.cancelled());
        CHECK(unit::seconds_since_start() == 1.03);
        CHECK(coro::all_tasks().size() == 1);
    };
    unit::run(body());
    CHECK(trail.text() == "a-stops b-stops c-stops a-clean c-clean b-clean");
}

TEST_CASE("gather: cancelled before its children have started, none of them ever runs") {
    bool ran = false;
    auto child = [&]() -> coro::task<> {
        ran = true;
        co_return;
    };
    auto parent = [&]() -> coro::task<> {
        co_await coro::gather(child(), child());
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(parent());
        auto canceller = [](coro::task_handle<> which) -> coro::task<> {
            which.cancel();
            co_return;
        };
        coro::create_task(canceller(task));
        co_await coro::sleep(1s);
        CHECK(task.cancelled());
    };
    unit::run(body());
    CHECK_FALSE(ran);
}

TEST_CASE("gather: a request that is pending when the gather begins reaches its children") {
    bool ran = false;
    auto child = [&]() -> coro::task<> {
        ran = true;
        co_return;
    };
    auto parent = [&]() -> coro::task<> {
        coro::current_task().cancel();
        co_await coro::gather(child(), child());
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(parent());
        co_await coro::sleep(1s);
        CHECK(task.cancelled());
        CHECK(coro::all_tasks().size() == 1);
    };
    unit::run(body());
    CHECK_FALSE(ran);
}

TEST_CASE(
    "gather: cancelled, but every child succeeds: the result, and the request stays pending") {
    unit::trail trail;
    auto parent = [&]() -> coro::task<int> {
        const auto [one, two] = co_await coro::gather(swallows(1), swallows(2));
        trail("result", one + two);
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            trail("cancelled");
        }
        co_return one + two;
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(parent());
        co_await coro::sleep(1ms);
        task.cancel();
        const int value = co_await task;
        CHECK(value == 3);
        CHECK_FALSE(task.cancelled());
        CHECK(unit::seconds_since_start() == 0.001);
    };
    unit::run(body());
    CHECK(trail.text() == "result3 cancelled");
}

TEST_CASE("gather: a request that was taken back while it joins is not delivered after it") {
    unit::trail trail;
    auto parent = [&]() -> coro::task<> {
        co_await coro::gather(swallows(1), swallows(2));
        co_await coro::sleep(1s);
        trail("slept");
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(parent());
        co_await coro::sleep(1ms);
        task.cancel();
        CHECK(task.uncancel() == 0);
        co_await task;
    };
    unit::run(body());
    CHECK(trail.text() == "slept");
}

TEST_CASE("gather: which requests are delivered after it, if one was swallowed before it") {
    // It had one before, and maybe one is pending when the gather begins.
    struct requests {
        bool pending;
        int made;
        int taken_back;
        bool told;
    };
    constexpr requests cases[] = {
        {false, 0, 0, false}, {false, 0, 1, false}, {false, 1, 0, true}, {false, 1, 1, false},
        {false, 1, 2, false}, {false, 2, 1, true},  {true, 0, 0, true},  {true, 0, 1, false},
        {true, 1, 1, true},   {true, 1, 2, false},  {true, 2, 2, true},
    };
    auto insists = []() -> coro::task<int> {
        int told = 0;
        for (int i = 0; i != 5; ++i) {
            try {
                co_await coro::sleep(1s);
            } catch (const coro::cancelled&) {
                ++told;
            }
        }
        co_return told;
    };
    for (const requests& each : cases)
        for (const bool by_race : {true, false}) {
            CAPTURE(each.pending);
            CAPTURE(each.made);
            CAPTURE(each.taken_back);
            bool told = false;
            auto parent = [&]() -> coro::task<> {
                const auto child = coro::create_task(insists());
                co_await swallows(1);
                if (each.pending) coro::current_task().cancel();
                if (by_race)
                    co_await coro::race(child);
                else
                    co_await coro::gather(child);
                try {
                    co_await coro::sleep(1s);
                } catch (const coro::cancelled&) {
                    told = true;
                }
            };
            auto body = [&]() -> coro::task<> {
                const auto task = coro::create_task(parent());
                co_await coro::sleep(1ms);
                task.cancel();
                co_await coro::sleep(1ms);
                for (int i = 0; i != each.made; ++i) task.cancel();
                for (int i = 0; i != each.taken_back; ++i) task.uncancel();
                co_await task;
            };
            unit::run(body());
            CHECK(told == each.told);
        }
}

TEST_CASE("gather: a request that came, after the one that was swallowed was taken back") {
    bool told = false;
    auto parent = [&]() -> coro::task<> {
        co_await swallows(0);
        co_await coro::gather(swallows(1), swallows(2));
        try {
            co_await coro::sleep(1s);
        } catch (const coro::cancelled&) {
            told = true;
        }
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(parent());
        co_await coro::sleep(1ms);
        task.cancel();
        co_await coro::sleep(1ms);
        CHECK(task.uncancel() == 0);
        task.cancel();
        co_await task;
    };
    unit::run(body());
    CHECK(told);
}

TEST_CASE("gather: a second request while it joins interrupts the clean-up") {
    unit::trail trail;
    auto parent = [&]() -> coro::task<> {
        co_await coro::gather(cleans_up(trail, "a", 10min), cleans_up(trail, "b", 20min));
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(parent());
        co_await coro::sleep(1s);
        task.cancel();
        co_await coro::sleep(1s);
        CHECK_FALSE(task.done());
        task.cancel();
        co_await coro::sleep(1s);
        CHECK(task.cancelled());
    };
    unit::run(body());
    CHECK(trail.text() == "a-stops b-stops");
}

TEST_CASE(
    "gather: a child that is cancelled directly ends the others, and the gather as cancelled") {
    unit::trail trail;
    auto parent = [&](coro::task_handle<int> child) -> coro::task<> {
        try {
            co_await coro::gather(child, cleans_up(trail, "b", 10ms));
        } catch (const coro::cancelled&) {
            trail("parent");
            throw;
        }
    };
    auto body = [&]() -> coro::task<> {
        const auto child = coro::create_task(cleans_up(trail, "a", 10ms));
        const auto task = coro::create_task(parent(child));
        co_await coro::sleep(1ms);
        child.cancel();
        bool was_cancelled = false;
        try {
            co_await task;
        } catch (const coro::cancelled&) {
            was_cancelled = true;
        }
        CHECK(was_cancelled);
        CHECK(unit::seconds_since_start() == 0.021);
    };
    unit::run(body());
    CHECK(trail.text() == "a-stops a-clean b-stops b-clean parent");
}

TEST_CASE("gather: a gather in a gather is cancelled to its leaves, and joined from them up") {
    unit::trail trail;
    auto inner = [&](std::string name) -> coro::task<> {
        try {
            co_await coro::gather(cleans_up(trail, name + "1", 10ms),
                                  cleans_up(trail, name + "2", 20ms));
        } catch (const coro::cancelled&) {
            trail(name);
            throw;
        }
    };
    auto outer = [&]() -> coro::task<> {
        co_await coro::gather(inner("x"), inner("y"));
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(outer());
        co_await coro::sleep(1s);
        task.cancel();
        try {
            co_await task;
        } catch (const coro::cancelled&) {
            trail("main");
        }
        CHECK(unit::seconds_since_start() == 1.02);
    };
    unit::run(body());
    CHECK(trail.text() ==
          "x1-stops x2-stops y1-stops y2-stops x1-clean y1-clean x2-clean y2-clean x y main");
}

TEST_CASE("gather: a failure deep inside cancels and joins everything up to the catch") {
    unit::trail trail;
    auto inner = [&]() -> coro::task<> {
        co_await coro::gather(unit::fails_after("deep", 1ms), cleans_up(trail, "a", 5ms));
    };
    auto body = [&]() -> coro::task<> {
        try {
            co_await coro::gather(inner(), cleans_up(trail, "b", 7ms));
        } catch (const std::runtime_error& error) {
            trail(error.what());
        }
        CHECK(unit::seconds_since_start() == 0.013);
        CHECK(coro::all_tasks().size() == 1);
    };
    unit::run(body());
    CHECK(trail.text() == "a-stops a-clean b-stops b-clean deep");
}

TEST_CASE("gather: ten thousand children, and a gather a hundred levels deep") {
    auto level = [](auto self, int depth) -> coro::task<int> {
        if (depth == 0) {
            co_await coro::sleep(1ms);
            co_return 1;
        }
        const auto [one, two] = co_await coro::gather(self(self, depth - 1), after(1ms, 1));
        co_return one + two;
    };
    auto body = [&]() -> coro::task<> {
        std::vector<coro::task<int>> many;
        for (int i = 0; i != 10'000; ++i) many.push_back(after(1ms, 1));
        const auto values = co_await coro::gather(std::move(many));
        CHECK(values.size() == 10'000);
        const int depth = co_await level(level, 100);
        CHECK(depth == 101);
    };
    unit::run(body());
}

TEST_CASE("gather: a task that was awaited or moved from before is refused") {
    auto body = [&]() -> coro::task<> {
        int refused = 0;
        coro::task<int> empty;
        try {
            co_await coro::gather(after(1ms, 1), std::move(empty));
        } catch (const coro::invalid_state& error) {
            CHECK(unit::contains(error.what(), "gather or race at tests/unit/gather_test.cpp:6"));
            ++refused;
        }
        std::vector<coro::task<int>> tasks;
        tasks.push_back(after(1ms, 1));
        tasks.emplace_back();
        try {
            co_await coro::gather(std::move(tasks));
        } catch (const coro::invalid_state&) {
            ++refused;
        }
        CHECK(refused == 2);
        CHECK(coro::all_tasks().size() == 1);
    };
    unit::run(body());
}

TEST_CASE("gather: a task that gathers itself is told so, and leaves nothing behind") {
    std::optional<coro::task_handle<>> itself;
    bool sibling_ran = false;
    auto sibling = [&]() -> coro::task<> {
        sibling_ran = true;
        co_return;
    };
    auto child = [&]() -> coro::task<> {
        std::string said;
        try {
            co_await coro::gather(sibling(), *itself, sibling());
        } catch (const coro::invalid_state& error) {
            said = error.what();
        }
        CHECK(unit::contains(said, "itself"));
        co_await coro::sleep(1s);
    };
    auto body = [&]() -> coro::task<> {
        itself = coro::create_task(child());
        co_await *itself;
        CHECK(coro::all_tasks().size() == 1);
    };
    unit::run(body());
    CHECK_FALSE(sibling_ran);
}

TEST_CASE("gather: one that is made and never awaited starts nothing") {
    bool ran = false;
    unit::tally tally;
    auto child = [&](unit::counted) -> coro::task<> {
        ran = true;
        co_return;
    };
    auto body = [&]() -> coro::task<> {
        {
            [[maybe_unused]] const auto dropped = coro::gather(child(unit::counted(tally)));
        }
        CHECK(tally.alive() == 0);
        co_await coro::sleep(1s);
    };
    unit::run(body());
    CHECK_FALSE(ran);
}

TEST_CASE("gather: awaited twice is an error that says so") {
    auto body = [&]() -> coro::task<> {
        auto both = coro::gather(after(1ms, 1), after(1ms, 2));
        co_await both;
        bool refused = false;
        try {
            co_await both;
        } catch (const coro::invalid_state&) {
            refused = true;
        }
        CHECK(refused);
    };
    unit::run(body());
}

TEST_CASE("gather: a result that throws while it is handed over passes the exception on") {
    auto child = []() -> coro::task<throws_when_copied> {
        co_return throws_when_copied();
    };
    auto body = [&]() -> coro::task<> {
        const auto handle = coro::create_task(child());
        bool caught = false;
        try {
            co_await coro::gather(after(1ms, 1), handle);
        } catch (const std::runtime_error& error) {
            caught = std::string(error.what()) == "copy";
        }
        CHECK(caught);
        CHECK(coro::all_tasks().size() == 1);
    };
    unit::run(body());
}

TEST_CASE("gather: temporary arguments and results are moved, not copied, and balance") {
    unit::tally tally;
    auto child = [](unit::counted value) -> coro::task<unit::counted> {
        co_await coro::yield();
        co_return std::move(value);
    };
    auto body = [&]() -> coro::task<> {
        {
            const auto [one, two] = co_await coro::gather(child(unit::counted(tally, 1)),
                                                          child(unit::counted(tally, 2)));
            CHECK(one.value() == 1);
            CHECK(two.value() == 2);
        }
        CHECK(tally.alive() == 0);
        // Into the frame, into the outcome, out of it, into the tuple.
        CHECK(tally.moved <= 8);
        std::vector<coro::task<unit::counted>> tasks;
        for (int i = 0; i != 10; ++i) tasks.push_back(child(unit::counted(tally, i)));
        {
            const auto values = co_await coro::gather(std::move(tasks));
            for (int i = 0; i != 10; ++i) CHECK(values[static_cast<std::size_t>(i)].value() == i);
        }
        CHECK(tally.alive() == 0);
    };
    unit::run(body());
    CHECK(tally.copied == 0);
    CHECK(tally.alive() == 0);
}

TEST_CASE("gather: with failing children, temporaries balance too") {
    unit::tally tally;
    auto child = [](unit::counted value, bool fail) -> coro::task<unit::counted> {
        co_await coro::yield();
        if (fail) throw std::runtime_error("no");
        co_return std::move(value);
    };
    auto body = [&]() -> coro::task<> {
        bool caught = false;
        try {
            co_await coro::gather(child(unit::counted(tally, 1), false),
                                  child(unit::counted(tally, 2), true),
                                  child(unit::counted(tally, 3), false));
        } catch (const std::runtime_error&) {
            caught = true;
        }
        CHECK(caught);
    };
    unit::run(body());
    CHECK(tally.alive() == 0);
}

TEST_CASE("gather: its children may refer to what the parent holds, on every way out") {
    // The siblings write into a local of the parent while they clean up; the
    // address sanitizer would see it if the parent had gone on before.
    auto child = [](std::vector<int>& into) -> coro::task<> {
        bool stopped = false;
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            stopped = true;
        }
        co_await coro::sleep(10ms);
        into.push_back(1);
        if (stopped) throw coro::cancelled();
    };
    auto parent = [&](bool fail) -> coro::task<std::size_t> {
        std::vector<int> local;
        try {
            if (fail)
                co_await coro::gather(child(local), unit::fails_after("no", 1ms), child(local));
            else
                co_await coro::gather(child(local), child(local));
        } catch (const std::runtime_error&) {
        } catch (const coro::cancelled&) {
        }
        co_return local.size();
    };
    auto body = [&]() -> coro::task<> {
        const std::size_t after_failure = co_await parent(true);
        CHECK(after_failure == 2);
        const auto task = coro::create_task(parent(false));
        co_await coro::sleep(1ms);
        task.cancel();
        const std::size_t after_cancel = co_await task;
        CHECK(after_cancel == 2);
    };
    unit::run(body());
}
