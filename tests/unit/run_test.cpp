// run.hpp: a loop from its beginning to its end.

#include "support.hpp"

#include <fcntl.h>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

namespace {

// A recursion of so many would overflow the stack; a sanitizer's frames are larger.
constexpr int very_many = CORO_FRAME_POOL ? 100'000 : 20'000;

struct not_an_exception {
    int number;
};

coro::task<int> gives(int value) {
    co_await coro::yield();
    co_return value;
}

coro::task<> nothing() {
    co_return;
}

template <class Error>
coro::task<int> throws(Error error) {
    co_await coro::yield();
    throw error;
}

coro::task<> awaits_later(std::optional<coro::task_handle<>>& next) {
    co_await *next;
}

coro::task<> waits(unit::gate& gate) {
    co_await gate;
}

coro::run_options with_debug(coro::run_options options) {
    options.debug = true;
    return options;
}

}  // namespace

TEST_CASE("run: gives main's result, whatever its type") {
    CHECK(unit::run(gives(5)) == 5);
    unit::run(nothing());
    int target = 0;
    auto refers = [](int& which) -> coro::task<int&> {
        co_return which;
    };
    CHECK(&unit::run(refers(target)) == &target);
    auto movable = []() -> coro::task<std::unique_ptr<int>> {
        co_return std::make_unique<int>(3);
    };
    CHECK(*unit::run(movable()) == 3);
}

TEST_CASE("run: rethrows what main threw, with exactly its type") {
    CHECK_THROWS_AS(unit::run(throws(std::out_of_range("far"))), std::out_of_range);
    CHECK_THROWS_AS(unit::run(throws(coro::cancelled())), coro::cancelled);
    CHECK_THROWS_AS(unit::run(throws(42)), int);
    int number = 0;
    try {
        unit::run(throws(not_an_exception{7}));
    } catch (const not_an_exception& thrown) {
        number = thrown.number;
    }
    CHECK(number == 7);
    unit::captured errors(stderr);
    CHECK_THROWS_WITH_AS(unit::run(throws(std::runtime_error("once"))), "once", std::runtime_error);
    CHECK(errors.text().empty());  // it was read: nothing to report
}

TEST_CASE("run: inside a running loop it is an error that says what to do instead") {
    auto inner = [](unit::tally& tally) -> coro::task<> {
        auto holds = [](unit::counted) -> coro::task<> {
            co_return;
        };
        std::string said;
        try {
            coro::run(holds(unit::counted(tally)));
        } catch (const coro::invalid_state& error) {
            said = error.what();
        }
        CHECK(unit::contains(said, "coro::run() was called at tests/unit/run_test.cpp:9"));
        CHECK(unit::contains(said, "co_await"));
        CHECK(tally.alive() == 0);
        co_await coro::yield();
    };
    unit::tally tally;
    unit::run(inner(tally));
    CHECK(tally.made == 1);
}

TEST_CASE("run: twice in a row, and again after an error") {
    for (int round = 0; round != 3; ++round) {
        CHECK(unit::run(gives(round)) == round);
        CHECK_THROWS_AS(unit::run(throws(std::runtime_error("no"))), std::runtime_error);
        CHECK(coro::event_loop::current() == nullptr);
    }
}

TEST_CASE("run: numbers its tasks from one, and main is called main") {
    auto body = []() -> coro::task<std::string> {
        co_return coro::current_task().name() + std::to_string(coro::current_task().id());
    };
    CHECK(unit::run(body()) == "main1");
    CHECK(unit::run(body()) == "main1");
}

TEST_CASE("run: on two threads at once, each has its own loop") {
    const auto work = [](int& result) {
        auto child = [](int value) -> coro::task<int> {
            co_await coro::sleep(1ms);
            co_return value;
        };
        auto fails = []() -> coro::task<> {
            throw std::runtime_error("unread");
            co_return;
        };
        auto body = [&]() -> coro::task<int> {
            int sum = 0;
            for (int i = 0; i != 20; ++i) {
                const auto [one, two] = co_await coro::gather(child(i), child(i));
                sum += one + two;
            }
            coro::create_task(fails());
            co_await coro::yield();
            co_return sum;
        };
        result = coro::run(body(), unit::real_clock());
    };
    unit::captured errors(stderr);
    int first = 0;
    int second = 0;
    std::thread other([&] { work(first); });
    work(second);
    other.join();
    CHECK(first == 380);
    CHECK(second == 380);
    CHECK(unit::count_of(errors.text(), "[exception-unread]") == 2);
}

TEST_CASE("run: a task that cannot be run is refused, and a loop can be run after that") {
    CHECK_THROWS_WITH_AS(unit::run(coro::task<>()), doctest::Contains("already"),
                         coro::invalid_state);
    coro::task<int> once = gives(1);
    CHECK(unit::run(std::move(once)) == 1);
    CHECK_THROWS_AS(unit::run(std::move(once)), coro::invalid_state);
    CHECK(unit::run(gives(2)) == 2);
}

TEST_CASE("run: what is pending when main ends is cancelled, and has time to clean up") {
    unit::trail trail;
    auto child = [&](unit::farewell, std::string name) -> coro::task<> {
        bool stopped = false;
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            stopped = true;
        }
        trail(name + "-stops");
        co_await coro::sleep(1s);
        trail(name + "-clean");
        if (stopped) throw coro::cancelled();
    };
    auto body = [&]() -> coro::task<int> {
        coro::create_task(child(unit::farewell(trail, "a-gone"), "a"));
        coro::create_task(child(unit::farewell(trail, "b-gone"), "b"));
        co_await coro::sleep(1s);
        trail("main");
        co_return 5;
    };
    CHECK(unit::run(body()) == 5);
    CHECK(trail.text() == "main a-stops b-stops a-clean a-gone b-clean b-gone");
}

TEST_CASE("run: a task that has not started when main ends gets no first step, or one") {
    // Created in main's last step it stands before main's end in the queue, so
    // it takes its first step, as in asyncio.
    unit::trail trail;
    auto child = [&]() -> coro::task<> {
        trail("starts");
        co_await coro::sleep(1h);
        trail("never");
    };
    auto body = [&]() -> coro::task<> {
        coro::create_task(child());
        trail("main");
        co_return;
    };
    unit::run(body());
    CHECK(trail.text() == "main starts");
}

TEST_CASE("run: the clean-up may start a new task, which runs and is cancelled in its turn") {
    unit::trail trail;
    auto successor = [&]() -> coro::task<> {
        trail("new");
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            trail("cancelled");
            throw;
        }
    };
    auto child = [&]() -> coro::task<> {
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            coro::create_task(successor());
        }
        co_await coro::sleep(1s);
        trail("clean");
    };
    auto body = [&]() -> coro::task<> {
        coro::create_task(child());
        co_await coro::sleep(1s);
    };
    unit::run(body());
    CHECK(trail.text() == "new clean cancelled");
}

TEST_CASE("run: the clean-up may wait for another task's clean-up") {
    unit::trail trail;
    auto slow = [&]() -> coro::task<> {
        bool stopped = false;
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            stopped = true;
        }
        co_await coro::sleep(1s);
        trail("slow");
        if (stopped) throw coro::cancelled();
    };
    auto waits_for_it = [&](coro::task_handle<> other) -> coro::task<> {
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
        }
        try {
            co_await other;
        } catch (const coro::cancelled&) {
            trail("after");
        }
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(slow());
        coro::create_task(waits_for_it(task));
        co_await coro::sleep(1s);
    };
    unit::run(body());
    CHECK(trail.text() == "slow after");
}

TEST_CASE("run: main fails, and what is pending is cleaned up before run throws") {
    bool clean = false;
    auto child = [&]() -> coro::task<> {
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            clean = true;
            throw;
        }
    };
    auto body = [&]() -> coro::task<> {
        coro::create_task(child());
        co_await coro::yield();
        throw std::runtime_error("main");
    };
    CHECK_THROWS_WITH_AS(unit::run(body()), "main", std::runtime_error);
    CHECK(clean);
}

TEST_CASE("run: 100,000 pending tasks, each awaiting the next, are ended in one sweep") {
    auto link = [](coro::task_handle<> next) -> coro::task<> {
        co_await next;
    };
    auto sleeps = []() -> coro::task<> {
        co_await coro::sleep(1h);
    };
    auto body = [&]() -> coro::task<> {
        auto head = coro::create_task(sleeps());
        for (int i = 0; i != very_many; ++i) head = coro::create_task(link(head));
        co_await coro::sleep(1s);
    };
    unit::run(body());
}

TEST_CASE("run: two tasks that await each other are a deadlock, with names, lines and the circle") {
    unsigned awaiting = 0;
    unsigned created = 0;
    auto body = [&]() -> coro::task<> {
        std::optional<coro::task_handle<>> left;
        std::optional<coro::task_handle<>> right;
        left = coro::create_task(awaits_later(right), "left");
        created = __LINE__ + 1;
        right = coro::create_task(awaits_later(left), "right");
        awaiting = __LINE__ + 1;
        co_await *left;
    };
    std::string said;
    unit::captured errors(stderr);
    try {
        unit::run(body());
    } catch (const coro::deadlock_error& error) {
        said = error.what();
    }
    CHECK(unit::contains(said, "deadlock"));
    CHECK(unit::contains(said, "'left' (task 2) waits for task 'right' (task 3)"));
    CHECK(unit::contains(said, "'right' (task 3) waits for task 'left' (task 2)"));
    CHECK(unit::contains(said, "'main' (task 1) waits for task 'left' (task 2)"));
    CHECK(unit::contains(said, "run_test.cpp:" + std::to_string(created)));
    CHECK(unit::contains(said, "run_test.cpp:" + std::to_string(awaiting)));
    CHECK(unit::contains(said, "circle"));
    CHECK(errors.text().empty());
}

TEST_CASE("run: at a deadlock every task is cancelled, and cleans up") {
    unit::trail trail;
    auto child = [&](unit::gate& gate) -> coro::task<> {
        bool stopped = false;
        try {
            co_await gate;
        } catch (const coro::cancelled&) {
            stopped = true;
        }
        co_await coro::sleep(1s);
        trail("child-clean");
        if (stopped) throw coro::cancelled();
    };
    auto body = [&]() -> coro::task<> {
        unit::gate gate;
        unit::gate other;
        const auto task = coro::create_task(child(gate));
        bool stopped = false;
        try {
            co_await other;
        } catch (const coro::cancelled&) {
            stopped = true;
        }
        try {
            co_await task;
        } catch (const coro::cancelled&) {
        }
        trail("main-clean");
        if (stopped) throw coro::cancelled();
    };
    CHECK_THROWS_AS(unit::run(body()), coro::deadlock_error);
    CHECK(trail.text() == "child-clean main-clean");
}

TEST_CASE("run: a deadlock is told even if main swallows the cancel and gives a value") {
    auto body = [&]() -> coro::task<int> {
        unit::gate gate;
        try {
            co_await gate;
        } catch (const coro::cancelled&) {
        }
        co_return 5;
    };
    CHECK_THROWS_AS(unit::run(body()), coro::deadlock_error);
}

TEST_CASE("run: tasks that wait for ever while main does not are no deadlock") {
    auto body = [&]() -> coro::task<int> {
        unit::gate gate;
        const auto task = coro::create_task(waits(gate));
        co_await coro::sleep(1s);
        task.cancel();
        co_await coro::sleep(1s);
        co_return 1;
    };
    CHECK(unit::run(body()) == 1);
}

TEST_CASE("run: while a remote is alive it waits: somebody may still post") {
    auto body = [&]() -> coro::task<> {
        unit::gate gate;
        coro::remote remote;
        std::thread other([remote, &gate]() mutable {
            std::this_thread::sleep_for(30ms);
            remote.post([&gate] { gate.open(); });
        });
        co_await gate;
        other.join();
    };
    SUBCASE("virtual clock") {
        unit::run(body());
    }
    SUBCASE("real clock") {
        coro::run(body(), unit::real_clock());
    }
}

TEST_CASE("run: when the last remote has gone without a word, that is a deadlock") {
    auto body = [&]() -> coro::task<> {
        unit::gate gate;
        std::optional<coro::remote> remote(std::in_place);
        std::thread other([moved = *remote] { std::this_thread::sleep_for(20ms); });
        remote.reset();
        other.detach();
        co_await gate;
    };
    CHECK_THROWS_AS(coro::run(body(), unit::real_clock()), coro::deadlock_error);
}

TEST_CASE("run: a task that swallows every cancel and waits on ends in an error, not in a hang") {
    auto stubborn = [](unit::gate* gates) -> coro::task<> {
        for (;; ++gates) {
            try {
                co_await *gates;
            } catch (const coro::cancelled&) {
            }
        }
    };
    unit::tally tally;
    unit::captured errors(stderr);
    const auto gates = std::make_unique<unit::gate[]>(1000);
    auto body = [&](unit::counted) -> coro::task<> {
        coro::create_task(stubborn(gates.get()), "stubborn");
        co_await coro::sleep(1s);
    };
    CHECK_THROWS_AS(unit::run(body(unit::counted(tally))), coro::deadlock_error);
    CHECK(unit::contains(errors.text(), "stubborn"));
    CHECK(unit::contains(errors.text(), "[refuses-to-end]"));
    CHECK(tally.alive() == 0);
    CHECK(unit::run(gives(3)) == 3);
}

TEST_CASE("run: a task that swallows every cancel and sleeps on ends in an error, not in a hang") {
    auto stubborn = []() -> coro::task<> {
        for (;;) {
            try {
                co_await coro::sleep(1s);
            } catch (const coro::cancelled&) {
            }
        }
    };
    auto body = [&]() -> coro::task<> {
        coro::create_task(stubborn(), "stubborn");
        co_await coro::sleep(1s);
    };
    unit::captured errors(stderr);
    CHECK_THROWS_AS(unit::run(body()), coro::deadlock_error);
    CHECK(unit::contains(errors.text(), "stubborn"));
    CHECK(unit::contains(errors.text(), "[refuses-to-end]"));
}

TEST_CASE("run: what is left when tasks refuse to end is destroyed, and leaks nothing") {
    unit::tally tally;
    unit::wall wall;
    auto inner = [&](unit::counted) -> coro::task<> {
        const unit::counted local(tally);
        co_await wall;
    };
    auto outer = [&](unit::counted) -> coro::task<> {
        co_await inner(unit::counted(tally));
    };
    std::optional<coro::task_handle<>> kept;
    auto body = [&]() -> coro::task<> {
        kept = coro::create_task(outer(unit::counted(tally)));
        co_await coro::sleep(1s);
    };
    const unit::captured errors(stderr);
    CHECK_THROWS_AS(unit::run(body()), coro::deadlock_error);
    CHECK(tally.alive() == 0);
    CHECK_FALSE(kept->cancel());
    kept.reset();
    CHECK(unit::run(gives(3)) == 3);
}

TEST_CASE("run: what is destroyed where it waits stands in no line any more") {
    coro::mutex lock;
    unit::wall wall;
    auto waits_for_it = [&]() -> coro::task<> {
        co_await coro::yield();
        for (;;) {
            try {
                const auto guard = co_await lock.lock();
            } catch (const coro::cancelled&) {
            }
        }
    };
    auto holds_it = [&]() -> coro::task<> {
        const auto guard = co_await lock.lock();
        co_await wall;
    };
    auto body = [&]() -> coro::task<> {
        coro::create_task(waits_for_it());  // the older goes first
        coro::create_task(holds_it());
        co_await coro::sleep(1s);
    };
    const unit::captured errors(stderr);
    CHECK_THROWS_AS(unit::run(body()), coro::deadlock_error);
    CHECK_FALSE(lock.locked());
}

TEST_CASE("run: while what is left is destroyed, destructors may ask and cancel the others") {
    unit::wall first_wall;
    unit::wall second_wall;
    std::optional<coro::task_handle<>> older;
    std::optional<coro::task_handle<>> younger;
    int asked = 0;
    struct asks_at_its_end {
        std::optional<coro::task_handle<>>& about;
        int& asked;
        asks_at_its_end(std::optional<coro::task_handle<>>& other, int& count)
            : about(other), asked(count) {}
        asks_at_its_end(const asks_at_its_end&) = delete;
        ~asks_at_its_end() {
            about->cancel();
            static_cast<void>(about->status());
            static_cast<void>(about->waits_for());
            static_cast<void>(about->suspended_at());
            static_cast<void>(coro::all_tasks().size());
            ++asked;
        }
    };
    auto stuck = [&](unit::wall& wall, std::optional<coro::task_handle<>>& about) -> coro::task<> {
        const asks_at_its_end local(about, asked);
        co_await wall;
    };
    auto body = [&]() -> coro::task<> {
        older = coro::create_task(stuck(first_wall, younger));
        younger = coro::create_task(stuck(second_wall, older));
        co_await coro::sleep(1s);
    };
    const unit::captured errors(stderr);
    CHECK_THROWS_AS(unit::run(body()), coro::deadlock_error);
    CHECK(asked == 2);
    CHECK(older->waits_for().empty());
    CHECK_FALSE(older->cancel());
}

TEST_CASE("run: main itself refuses to end") {
    unit::wall wall;
    unit::tally tally;
    auto body = [&](unit::counted) -> coro::task<> {
        co_await wall;
    };
    const unit::captured errors(stderr);
    CHECK_THROWS_AS(unit::run(body(unit::counted(tally))), coro::deadlock_error);
    CHECK(tally.alive() == 0);
}

TEST_CASE("run: pending tasks are reported with debug, and only then") {
    unsigned created = 0;
    unsigned awaiting = 0;
    auto child = [&]() -> coro::task<> {
        awaiting = __LINE__ + 1;
        co_await coro::sleep(1h);
    };
    auto body = [&]() -> coro::task<> {
        created = __LINE__ + 1;
        coro::create_task(child(), "forgotten");
        co_await coro::sleep(1s);
    };
    {
        unit::captured errors(stderr);
        unit::run(body());
        CHECK(errors.text().empty());
    }
    unit::captured errors(stderr);
    SUBCASE("run_options") {
        coro::run(body(), with_debug(unit::virtual_clock()));
    }
    SUBCASE("CORO_DEBUG") {
        const unit::environment debug("CORO_DEBUG", "1");
        unit::run(body());
    }
    const std::string text = errors.text();
    CHECK(unit::contains(text, "main has ended, and 1 task has not"));
    CHECK(unit::contains(text,
                         "'forgotten' (task 2) waits for sleep, since 0.000 s, until 3600.000 s (now 1.000 s)"));
    CHECK(unit::contains(text, "run_test.cpp:" + std::to_string(created)));
    CHECK(unit::contains(text, "run_test.cpp:" + std::to_string(awaiting)));
    CHECK(unit::contains(text, "[pending-at-exit]"));
}

TEST_CASE("run: a kernel that does not exist is refused by name") {
    const unit::environment kernel("CORO_KERNEL", "kqueue");
    CHECK_THROWS_WITH_AS(unit::run(nothing()), doctest::Contains("'kqueue'"),
                         std::invalid_argument);
}

TEST_CASE("run: a program that does nothing leaves no descriptor open") {
    const auto descriptors = [] {
        int count = 0;
        for (int fd = 0; fd != 200; ++fd)
            if (fcntl(fd, F_GETFD) != -1) ++count;
        return count;
    };
    unit::run(nothing());
    const int before = descriptors();
    for (int i = 0; i != 50; ++i) unit::run(nothing());
    CHECK(descriptors() == before);
}

TEST_CASE("run: a gather that refuses to end is destroyed whatever the turn it stands in") {
    auto stubborn = [](int yields) -> coro::task<> {
        for (; yields != 0; --yields) co_await coro::yield();
        for (;;) {
            try {
                co_await coro::gather(gives(1));
            } catch (const coro::cancelled&) {
            }
        }
    };
    auto body = [&]() -> coro::task<> {
        for (int i = 0; i != 4; ++i) coro::create_task(stubborn(i), "stubborn");
        co_await coro::yield();
    };
    const unit::captured errors(stderr);
    CHECK_THROWS_AS(unit::run(body()), coro::deadlock_error);
}

TEST_CASE("run: the virtual time of loops that have ended adds up") {
    const std::int64_t before = coro::event_loop::virtual_time_before();
    auto body = []() -> coro::task<> {
        co_await coro::sleep(1s);
        unit::hold_thread(500ms);
    };
    unit::run(body());
    CHECK(coro::event_loop::virtual_time_before() - before == 1'500'000'000);
    unit::run(body());
    CHECK(coro::event_loop::virtual_time_before() - before == 3'000'000'000);
}

TEST_CASE("run: 200,000 coroutines that await one another are destroyed on a constant stack") {
    unit::wall wall;
    unit::tally tally;
    struct recursion {
        static coro::task<> descend(int depth, unit::wall& bottom, unit::tally& count) {
            const unit::counted local(count);
            if (depth == 0)
                co_await bottom;
            else
                co_await descend(depth - 1, bottom, count);
        }
    };
    auto body = [&]() -> coro::task<> {
        coro::create_task(recursion::descend(200'000, wall, tally));
        co_await coro::sleep(1s);
        CHECK(tally.alive() == 200'001);
    };
    const unit::captured errors(stderr);
    CHECK_THROWS_AS(unit::run(body()), coro::deadlock_error);
    CHECK(tally.alive() == 0);
}
