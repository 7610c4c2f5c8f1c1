// loop/cancel.hpp and task_ref::cancel: what a request to stop does, and when.

#include "support.hpp"

#include <exception>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace std::chrono_literals;

namespace {

// A recursion of so many would overflow the stack; a sanitizer's frames are larger.
constexpr int very_many = CORO_FRAME_POOL ? 100'000 : 20'000;

using handle = coro::task_handle<>;

coro::task<> nothing() {
    co_return;
}

coro::task<> sleeps(std::chrono::nanoseconds time) {
    co_await coro::sleep(time);
}

// Ends with what the task it awaits ends with.
coro::task<> awaits(handle next) {
    co_await next;
}

// Awaits a task that is made later.
coro::task<> awaits_later(std::optional<handle>& next) {
    co_await *next;
}

coro::task<> gathers_later(std::optional<handle>& next) {
    co_await coro::gather(*next, sleeps(1h));
}

// Awaits a task and tells how that ended.
coro::task<std::string> end_of(handle task) {
    std::string end = "value";
    try {
        co_await task;
    } catch (const coro::cancelled&) {
        end = "cancelled";
    } catch (const std::exception& error) {
        end = error.what();
    }
    co_return end;
}

// True if it was told to stop.
coro::task<bool> sleeps_until_stopped() {
    bool stopped = false;
    try {
        co_await coro::sleep(1h);
    } catch (const coro::cancelled&) {
        stopped = true;
    }
    co_return stopped;
}

// What an owner holds, and its children refer to: none of them may be left in it.
struct room {
    int inside = 0;

    room() noexcept {}
    room(const room&) = delete;
    room& operator=(const room&) = delete;
    ~room() { CHECK(inside == 0); }
};

coro::task<> stays_in(room& where) {
    ++where.inside;
    const bool stopped = co_await sleeps_until_stopped();
    bool interrupted = false;
    try {
        co_await coro::sleep(1s);
    } catch (const coro::cancelled&) {
        interrupted = true;
    }
    --where.inside;
    if (stopped || interrupted) throw coro::cancelled();
}

}  // namespace

TEST_CASE("cancel: a sleeping task is told where it sleeps, one trip later") {
    unit::trail trail;
    auto child = [&]() -> coro::task<> {
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            trail("told");
            throw;
        }
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(child());
        co_await coro::sleep(1s);
        CHECK(task.cancel());
        trail("asked");
        CHECK_FALSE(task.done());
        CHECK_FALSE(task.cancelled());
        CHECK(task.cancelling() == 1);
        const std::string end = co_await end_of(task);
        CHECK(end == "cancelled");
        CHECK(task.cancelled());
        CHECK(task.done());
        CHECK_THROWS_AS(task.result(), coro::cancelled);
        CHECK_THROWS_AS(std::rethrow_exception(task.exception()), coro::cancelled);
        CHECK(unit::seconds_since_start() == 1.0);
    };
    unit::run(body());
    CHECK(trail.text() == "asked told");
}

TEST_CASE("cancel: a task that has not started never runs, and its parameters go") {
    unit::trail trail;
    auto child = [&](unit::farewell) -> coro::task<> {
        trail("ran");
        co_return;
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(child(unit::farewell(trail, "parameter")));
        CHECK(task.cancel());
        CHECK(task.cancel());
        CHECK_FALSE(task.done());
        const std::string end = co_await end_of(task);
        CHECK(end == "cancelled");
        trail("heard");
    };
    unit::run(body());
    CHECK(trail.text() == "parameter heard");
}

TEST_CASE("cancel: a task that yields is told at the end of the yield") {
    unit::trail trail;
    auto child = [&]() -> coro::task<> {
        try {
            for (int i = 0;; ++i) {
                trail("", i);
                co_await coro::yield();
            }
        } catch (const coro::cancelled&) {
            trail("told");
        }
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(child());
        co_await coro::yield();
        co_await coro::yield();
        task.cancel();
        co_await task;
    };
    unit::run(body());
    CHECK(trail.text() == "0 1 told");
}

TEST_CASE("cancel: of whoever awaits a handle passes on to the task") {
    auto body = [&]() -> coro::task<> {
        const auto inner = coro::create_task(sleeps(1h));
        const auto middle = coro::create_task(awaits(inner));
        const auto outer = coro::create_task(awaits(middle));
        co_await coro::sleep(1s);
        CHECK(outer.cancel());
        const std::string end = co_await end_of(outer);
        CHECK(end == "cancelled");
        CHECK(inner.cancelled());
        CHECK(middle.cancelled());
        CHECK(inner.cancelling() == 1);
        CHECK(unit::seconds_since_start() == 1.0);
    };
    unit::run(body());
}

TEST_CASE("cancel: a task that has ended says no, and a finished value stays") {
    auto child = []() -> coro::task<int> {
        co_return 5;
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(child());
        co_await task;
        CHECK_FALSE(task.cancel());
        CHECK(task.cancelling() == 0);
        CHECK_FALSE(task.cancelled());
        CHECK(task.result() == 5);
    };
    unit::run(body());
}

TEST_CASE("cancel: a task may cancel itself: told at its next suspension") {
    unit::trail trail;
    auto child = [&]() -> coro::task<> {
        CHECK(coro::current_task().cancel());
        trail("goes-on");
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            trail("told");
            throw;
        }
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(child());
        const std::string end = co_await end_of(task);
        CHECK(end == "cancelled");
        CHECK(unit::seconds_since_start() == 0.0);
    };
    unit::run(body());
    CHECK(trail.text() == "goes-on told");
}

TEST_CASE("cancel: a request that finds no further suspension is lost, and the value stays") {
    auto child = []() -> coro::task<int> {
        coro::current_task().cancel();
        co_return 9;
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(child());
        const int value = co_await task;
        CHECK(value == 9);
        CHECK_FALSE(task.cancelled());
    };
    unit::run(body());
}

TEST_CASE("cancel: two requests before the first delivery are delivered once") {
    auto child = []() -> coro::task<int> {
        int told = 0;
        for (int i = 0; i != 3; ++i) {
            try {
                co_await coro::sleep(1s);
            } catch (const coro::cancelled&) {
                ++told;
            }
        }
        co_return told;
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(child());
        co_await coro::sleep(1ms);
        CHECK(task.cancel());
        CHECK(task.cancel());
        CHECK(task.cancelling() == 2);
        const int told = co_await task;
        CHECK(told == 1);
    };
    unit::run(body());
}

TEST_CASE("cancel: a request during the clean-up interrupts the clean-up") {
    unit::trail trail;
    auto child = [&]() -> coro::task<> {
        bool stopped = false;
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            stopped = true;
        }
        if (!stopped) co_return;
        trail("cleans");
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            trail("interrupted");
            throw;
        }
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(child());
        co_await coro::sleep(1s);
        task.cancel();
        co_await coro::sleep(1s);
        task.cancel();
        co_await coro::sleep(1s);
        CHECK(task.cancelled());
    };
    unit::run(body());
    CHECK(trail.text() == "cleans interrupted");
}

TEST_CASE("cancel: a task that swallows it ends with its value, and was not cancelled") {
    auto child = []() -> coro::task<int> {
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
        }
        co_return 3;
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(child());
        co_await coro::sleep(1s);
        task.cancel();
        const int value = co_await task;
        CHECK(value == 3);
        CHECK_FALSE(task.cancelled());
        CHECK(task.cancelling() == 1);
    };
    unit::run(body());
}

TEST_CASE("cancel: a clean-up that fails makes that the end") {
    auto child = []() -> coro::task<> {
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            throw std::runtime_error("clean-up");
        }
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(child());
        co_await coro::sleep(1s);
        task.cancel();
        const std::string end = co_await end_of(task);
        CHECK(end == "clean-up");
        CHECK_FALSE(task.cancelled());
    };
    unit::run(body());
}

TEST_CASE("cancel: catch (const std::exception&) does not swallow it") {
    auto child = []() -> coro::task<> {
        try {
            co_await coro::sleep(1h);
        } catch (const std::exception&) {
        }
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(child());
        co_await coro::sleep(1s);
        task.cancel();
        const std::string end = co_await end_of(task);
        CHECK(end == "cancelled");
    };
    unit::run(body());
}

TEST_CASE("cancel: destructors run on the way out, from the leaf up") {
    unit::trail trail;
    auto inner = [&](unit::farewell) -> coro::task<> {
        const unit::farewell local(trail, "inner");
        co_await coro::sleep(1h);
    };
    auto outer = [&]() -> coro::task<> {
        const unit::farewell local(trail, "outer");
        co_await inner(unit::farewell(trail, "argument"));
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(outer());
        co_await coro::sleep(1s);
        task.cancel();
        co_await end_of(task);
        trail("end");
    };
    unit::run(body());
    CHECK(trail.text() == "inner argument outer end");
}

TEST_CASE("cancel: an operation that completed first keeps its result, and the request waits") {
    unit::trail trail;
    auto gives = []() -> coro::task<int> {
        co_await coro::sleep(1s);
        co_return 7;
    };
    auto waits = [&](coro::task_handle<int> task) -> coro::task<> {
        const int value = co_await task;
        trail("value", value);
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            trail("told");
        }
    };
    auto body = [&]() -> coro::task<> {
        const auto giving = coro::create_task(gives());
        const auto waiting = coro::create_task(waits(giving));
        // In the turn in which the giver has ended and the waiter is ready.
        auto cancels = [&]() -> coro::task<> {
            co_await giving;
            waiting.cancel();
        };
        auto before = coro::create_task(cancels());
        co_await before;
        co_await waiting;
        CHECK(unit::seconds_since_start() == 1.0);
    };
    SUBCASE("the waiter stands before the one who cancels") {
        unit::run(body());
        CHECK(trail.text() == "value7 told");
    }
    SUBCASE("the waiter stands behind the one who cancels") {
        auto other = [&]() -> coro::task<> {
            const auto giving = coro::create_task(gives());
            std::optional<handle> waiting;
            auto cancels = [&]() -> coro::task<> {
                co_await giving;
                waiting->cancel();
            };
            const auto before = coro::create_task(cancels());
            co_await coro::yield();
            waiting = coro::create_task(waits(giving));
            co_await before;
            co_await *waiting;
            CHECK(unit::seconds_since_start() == 1.0);
        };
        unit::run(other());
        CHECK(trail.text() == "value7 told");
    }
}

TEST_CASE("cancel: a sleep that is over but whose task has not gone on yet is told all the same") {
    unit::trail trail;
    auto child = [&]() -> coro::task<> {
        try {
            co_await coro::sleep(1s);
            trail("slept");
        } catch (const coro::cancelled&) {
            trail("told");
        }
        co_await coro::sleep(1s);
        trail("again");
    };
    auto body = [&]() -> coro::task<> {
        std::optional<handle> task;
        auto cancels = [&]() -> coro::task<> {
            co_await coro::sleep(1s);
            task->cancel();
        };
        // Both timers fire in one turn, and both tasks are ready in the next.
        coro::create_task(cancels());
        task = coro::create_task(child());
        co_await *task;
        CHECK(unit::seconds_since_start() == 2.0);
    };
    unit::run(body());
    CHECK(trail.text() == "told again");
}

TEST_CASE("cancel: a sleep whose timer has fired but is not over yet is cancelled, once") {
    unit::trail trail;
    auto child = [&]() -> coro::task<> {
        try {
            co_await coro::sleep(1s);
            trail("slept");
        } catch (const coro::cancelled&) {
            trail("told");
        }
        co_await coro::sleep(1s);
        trail("again");
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(child());
        co_await coro::yield();
        unit::hold_thread(1s);
        co_await coro::yield();  // in this turn the timer goes to the ready queue
        task.cancel();
        co_await task;
        CHECK(unit::seconds_since_start() == 2.0);
    };
    unit::run(body());
    CHECK(trail.text() == "told again");
}

TEST_CASE("cancel: uncancel takes a request back, if it was not delivered") {
    unit::trail trail;
    auto child = [&]() -> coro::task<> {
        const auto self = coro::current_task();
        self.cancel();
        self.cancel();
        CHECK(self.cancelling() == 2);
        CHECK(self.uncancel() == 1);
        CHECK(self.uncancel() == 0);
        CHECK(self.uncancel() == 0);
        co_await coro::sleep(1s);
        trail("slept");
        self.cancel();
        self.cancel();
        CHECK(self.uncancel() == 1);
        try {
            co_await coro::sleep(1s);
        } catch (const coro::cancelled&) {
            trail("told");
        }
        CHECK(self.cancelling() == 1);
    };
    auto body = [&]() -> coro::task<> {
        co_await coro::create_task(child());
    };
    unit::run(body());
    CHECK(trail.text() == "slept told");
}

TEST_CASE("cancel: an unstarted task whose request was taken back runs") {
    bool ran = false;
    auto child = [&]() -> coro::task<> {
        ran = true;
        co_return;
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(child());
        task.cancel();
        task.uncancel();
        co_await task;
    };
    unit::run(body());
    CHECK(ran);
}

TEST_CASE("cancel: the task that is awaited was cancelled by another: its waiters are told") {
    auto body = [&]() -> coro::task<> {
        const auto inner = coro::create_task(sleeps(1h));
        const auto one = coro::create_task(end_of(inner));
        const auto two = coro::create_task(end_of(inner));
        co_await coro::sleep(1s);
        inner.cancel();
        const std::string first = co_await one;
        const std::string second = co_await two;
        CHECK(first == "cancelled");
        CHECK(second == "cancelled");
        CHECK(one.cancelling() == 0);
    };
    unit::run(body());
}

TEST_CASE("cancel: two tasks that await each other are both ended by one request") {
    auto body = [&]() -> coro::task<> {
        std::optional<handle> second;
        const auto first = coro::create_task(awaits_later(second), "first");
        second = coro::create_task(awaits(first), "second");
        co_await coro::sleep(1s);
        CHECK(first.cancel());
        const std::string end = co_await end_of(first);
        CHECK(end == "cancelled");
        CHECK(second->cancelled());
        CHECK(unit::seconds_since_start() == 1.0);
    };
    unit::run(body());
}

TEST_CASE("cancel: a circle of three, from each of them") {
    for (int asked = 0; asked != 3; ++asked) {
        auto body = [&]() -> coro::task<> {
            std::optional<handle> third;
            std::vector<handle> circle;
            circle.push_back(coro::create_task(awaits_later(third)));
            circle.push_back(coro::create_task(awaits(circle[0])));
            circle.push_back(coro::create_task(awaits(circle[1])));
            third = circle[2];
            co_await coro::sleep(1s);
            CHECK(circle[static_cast<std::size_t>(asked)].cancel());
            co_await coro::sleep(1s);
            for (const handle& each : circle) CHECK(each.cancelled());
            third.reset();
        };
        unit::run(body());
    }
}

TEST_CASE("cancel: a circle with a tail, from the tail") {
    auto body = [&]() -> coro::task<> {
        std::optional<handle> second;
        const auto first = coro::create_task(awaits_later(second));
        second = coro::create_task(awaits(first));
        const auto tail = coro::create_task(awaits(first));
        const auto end = coro::create_task(awaits(tail));
        co_await coro::sleep(1s);
        CHECK(end.cancel());
        co_await coro::sleep(1s);
        CHECK(first.cancelled());
        CHECK(second->cancelled());
        CHECK(tail.cancelled());
        CHECK(end.cancelled());
    };
    unit::run(body());
}

TEST_CASE("cancel: a circle through a gather ends, and the gather still joins its children") {
    unit::trail trail;
    auto slow = [&]() -> coro::task<> {
        bool stopped = false;
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            stopped = true;
        }
        co_await coro::sleep(1s);
        trail("clean");
        if (stopped) throw coro::cancelled();
    };
    auto body = [&]() -> coro::task<> {
        std::optional<handle> parent;
        auto gathers = [&]() -> coro::task<> {
            try {
                co_await coro::gather(awaits_later(parent), slow());
            } catch (const coro::cancelled&) {
                trail("parent");
                throw;
            }
        };
        parent = coro::create_task(gathers());
        co_await coro::sleep(1s);
        CHECK(parent->cancel());
        co_await coro::sleep(10s);
        CHECK(parent->cancelled());
        CHECK(coro::all_tasks().size() == 1);
    };
    unit::run(body());
    CHECK(trail.text() == "clean parent");
}

TEST_CASE("cancel: a circle of gathers, each among the children of the next, ends") {
    auto body = [&]() -> coro::task<> {
        std::optional<handle> first;
        std::optional<handle> second;
        first = coro::create_task(gathers_later(second));
        second = coro::create_task(gathers_later(first));
        co_await coro::sleep(1s);
        CHECK(first->cancel());
        co_await coro::sleep(1s);
        CHECK(first->cancelled());
        CHECK(second->cancelled());
        CHECK(coro::all_tasks().size() == 1);
    };
    unit::run(body());
}

TEST_CASE("cancel: a circle of a group and a gather ends, whichever of them is asked") {
    for (const bool the_group : {true, false}) {
        auto body = [&]() -> coro::task<> {
            std::optional<handle> owner;
            std::optional<handle> member;
            auto members = [&](coro::task_group& group) -> coro::task<> {
                member = group.start(gathers_later(owner));
                co_return;
            };
            auto owns = [&]() -> coro::task<> {
                co_await coro::with_task_group(members);
            };
            owner = coro::create_task(owns());
            co_await coro::sleep(1s);
            CHECK((the_group ? owner : member)->cancel());
            co_await coro::sleep(1s);
            CHECK(owner->cancelled());
            CHECK(member->cancelled());
            CHECK(coro::all_tasks().size() == 1);
        };
        unit::run(body());
    }
}

TEST_CASE("cancel: two children that await one task both wait until it has ended") {
    unit::trail trail;
    auto shared = [&]() -> coro::task<int> {
        bool stopped = false;
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            stopped = true;
        }
        if (stopped) co_await coro::sleep(1s);
        trail("shared");
        co_return 7;
    };
    auto waiter = [&](coro::task_handle<int> task, const char* name) -> coro::task<> {
        const int value = co_await task;
        trail(name, value);
    };
    auto parent = [&](coro::task_handle<int> task) -> coro::task<> {
        co_await coro::gather(waiter(task, "a"), waiter(task, "b"), waiter(task, "c"));
        trail("parent");
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(shared());
        const auto both = coro::create_task(parent(task));
        co_await coro::sleep(1s);
        both.cancel();
        co_await both;
        CHECK(task.cancelling() == 1);
    };
    unit::run(body());
    CHECK(trail.text() == "shared a7 b7 c7 parent");
}

TEST_CASE("cancel: a chain of 100,000 tasks, from its head, takes constant stack") {
    unit::stack_range stack;
    auto link = [&](handle next) -> coro::task<> {
        try {
            co_await next;
        } catch (const coro::cancelled&) {
            stack.note();
            throw;
        }
    };
    auto body = [&]() -> coro::task<> {
        auto head = coro::create_task(sleeps(1h));
        for (int i = 0; i != very_many; ++i) head = coro::create_task(link(head));
        co_await coro::sleep(1s);
        CHECK(head.cancel());
        const std::string end = co_await end_of(head);
        CHECK(end == "cancelled");
        CHECK(coro::all_tasks().size() == 1);
        CHECK(unit::seconds_since_start() == 1.0);
    };
    unit::run(body());
    CHECK(stack.bytes() < unit::stack_range::constant);
}

TEST_CASE("cancel: a circle of 100,000 tasks takes constant stack, and ends") {
    auto body = [&]() -> coro::task<> {
        std::optional<handle> last;
        auto head = coro::create_task(awaits_later(last));
        for (int i = 0; i != very_many; ++i) head = coro::create_task(awaits(head));
        last = head;
        co_await coro::sleep(1s);
        CHECK(head.cancel());
        co_await coro::sleep(1s);
        CHECK(coro::all_tasks().size() == 1);
        last.reset();
    };
    unit::run(body());
}

TEST_CASE("cancel: 10,000 children of one gather that all await one task") {
    auto body = [&]() -> coro::task<> {
        const auto shared = coro::create_task(sleeps(1h));
        auto parent = [](handle task) -> coro::task<> {
            std::vector<coro::task<>> children;
            for (int i = 0; i != 10'000; ++i) children.push_back(awaits(task));
            co_await coro::gather(std::move(children));
        };
        const auto both = coro::create_task(parent(shared));
        co_await coro::sleep(1s);
        both.cancel();
        const std::string end = co_await end_of(both);
        CHECK(end == "cancelled");
        CHECK(coro::all_tasks().size() == 1);
    };
    unit::run(body());
}

TEST_CASE("cancel: from a posted callback") {
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(sleeps(1h));
        const coro::remote remote;
        remote.post([&task] { CHECK(task.cancel()); });
        const std::string end = co_await end_of(task);
        CHECK(end == "cancelled");
    };
    coro::run(body(), unit::real_clock());
}

TEST_CASE("cancel: a task that nobody cancelled may throw cancelled, and ends so") {
    auto child = []() -> coro::task<> {
        throw coro::cancelled();
        co_return;
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(child());
        const std::string end = co_await end_of(task);
        CHECK(end == "cancelled");
        CHECK(task.cancelled());
    };
    unit::run(body());
}

TEST_CASE("cancel: a child that is awaited directly and swallows it keeps its parent running") {
    auto inner = []() -> coro::task<std::string> {
        std::string end = "slept";
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            end = "stopped";
        }
        co_return end;
    };
    auto outer = [&]() -> coro::task<std::string> {
        const std::string end = co_await inner();
        co_await coro::sleep(1s);
        co_return end + " and slept";
    };
    auto body = [&]() -> coro::task<> {
        const auto task = coro::create_task(outer());
        co_await coro::sleep(1s);
        task.cancel();
        const std::string end = co_await task;
        CHECK(end == "stopped and slept");
    };
    unit::run(body());
}

TEST_CASE("cancel: every kind of wait, a thousand times, leaks nothing and leaves nothing") {
    unit::tally tally;
    auto each_kind = [&](unit::counted, int kind) -> coro::task<> {
        const unit::counted local(tally);
        switch (kind) {
        case 0: co_await coro::sleep(1h); break;
        case 1:
            for (;;) co_await coro::yield();
        case 2: co_await coro::gather(sleeps(1h), sleeps(1h)); break;
        case 3: co_await coro::create_task(sleeps(1h)); break;
        case 4: co_await sleeps(1h); break;
        default: co_await coro::gather_outcomes(sleeps(1h), nothing()); break;
        }
    };
    auto body = [&]() -> coro::task<> {
        for (int i = 0; i != 1000; ++i) {
            const auto task = coro::create_task(each_kind(unit::counted(tally), i % 6));
            for (int steps = i % 4; steps != 0; --steps) co_await coro::yield();
            task.cancel();
            const std::string end = co_await end_of(task);
            CHECK(end == "cancelled");
        }
        CHECK(coro::all_tasks().size() == 1);
    };
    unit::run(body());
    CHECK(tally.alive() == 0);
}

TEST_CASE("cancel: a gather whose children include one task twice, in a circle with it") {
    // X awaits G, and G gathers X twice: the circle closes twice over one wait.
    for (const bool cancel_first : {true, false}) {
        auto body = [&]() -> coro::task<> {
            std::optional<handle> gathering;
            std::optional<handle> awaiting;
            auto gathers_twice = [&]() -> coro::task<> {
                co_await coro::gather(*awaiting, *awaiting);
            };
            awaiting = coro::create_task(awaits_later(gathering));
            gathering = coro::create_task(gathers_twice());
            co_await coro::sleep(1s);
            if (cancel_first) {
                CHECK(awaiting->cancel());
                co_await coro::sleep(1s);
                CHECK(awaiting->cancelled());
                CHECK(gathering->cancelled());
            }
        };
        const unit::captured errors(stderr);
        unit::run(body());  // and here what is left is cancelled all at once
    }
}

TEST_CASE("cancel: a deadlock of overlapping circles ends") {
    // S awaits X, X awaits G, and G gathers S and X.
    auto body = [&]() -> coro::task<> {
        std::optional<handle> start;
        std::optional<handle> middle;
        std::optional<handle> last;
        auto gathers_both = [&]() -> coro::task<> {
            co_await coro::gather(*start, *middle);
        };
        start = coro::create_task(awaits_later(middle));
        middle = coro::create_task(awaits_later(last));
        last = coro::create_task(gathers_both());
        co_await *last;
    };
    const unit::captured errors(stderr);
    CHECK_THROWS_AS(unit::run(body()), coro::deadlock_error);
}

TEST_CASE("cancel: the end of every task, whatever the circles among twelve") {
    std::mt19937 random(7);
    for (int round = 0; round != 300; ++round) {
        std::vector<std::optional<handle>> tasks(12);
        auto waits = [&](std::vector<std::size_t> for_whom, bool one) -> coro::task<> {
            std::vector<handle> others;
            for (const std::size_t which : for_whom) others.push_back(*tasks[which]);
            if (one)
                co_await others[0];
            else
                co_await coro::gather(others);
        };
        auto body = [&]() -> coro::task<> {
            for (std::size_t i = 0; i != tasks.size(); ++i) {
                std::vector<std::size_t> for_whom;
                for (std::size_t count = 1 + random() % 3; count != 0; --count) {
                    const std::size_t other = random() % tasks.size();
                    for_whom.push_back(other != i ? other : (i + 1) % tasks.size());
                }
                tasks[i] = coro::create_task(waits(for_whom, random() % 2 == 0));
            }
            co_await coro::sleep(1s);
            if (round % 2 == 0) {
                tasks[random() % tasks.size()]->cancel();
                co_await coro::sleep(1s);
            }
        };
        const unit::captured errors(stderr);
        unit::run(body());
        bool all_done = true;
        for (const auto& task : tasks) all_done &= task->done();
        CHECK(all_done);
    }
}

TEST_CASE("cancel: an owner in a circle joins what it started; who has its handle leaves") {
    // The owner's frame holds what the first child reads at its end; the second waits for
    // the owner, in one of many ways.
    constexpr int ways_to_own = 6;
    constexpr int ways_to_wait = 8;
    for (int way = 0; way != ways_to_own * ways_to_wait; ++way)
        for (const bool asked : {true, false}) {
            CAPTURE(way);
            unit::trail trail;
            std::optional<handle> owner;
            auto waits_for_owner = [&]() -> coro::task<> {
                std::vector<handle> handles{*owner};
                switch (way / ways_to_own) {
                case 0: co_await coro::gather(*owner); break;
                case 1: co_await coro::gather(handles); break;
                case 2: co_await coro::gather(*owner, *owner); break;
                case 3: co_await coro::gather(sleeps(1h), *owner); break;
                case 4: co_await coro::gather_outcomes(*owner); break;
                case 5: co_await coro::race(*owner, sleeps(1h)); break;
                case 6: co_await coro::race(handles); break;
                default: co_await *owner; break;
                }
            };
            auto owns = [&]() -> coro::task<> {
                const unit::farewell last(trail, "owner");
                std::string text = "a-text-that-does-not-fit-into-the-string-itself";
                auto reads = [&]() -> coro::task<> {
                    const bool stopped = co_await sleeps_until_stopped();
                    co_await coro::sleep(1s);
                    trail(text);
                    if (stopped) throw coro::cancelled();
                };
                auto starts_both = [&](coro::task_group& group) -> coro::task<> {
                    group.start(reads());
                    group.start(waits_for_owner());
                    co_return;
                };
                std::vector<coro::task<>> both;
                switch (way % ways_to_own) {
                case 0: co_await coro::gather(reads(), waits_for_owner()); break;
                case 1: co_await coro::gather(waits_for_owner(), reads()); break;
                case 2:
                    both.push_back(reads());
                    both.push_back(waits_for_owner());
                    co_await coro::gather(std::move(both));
                    break;
                case 3: co_await coro::gather_outcomes(reads(), waits_for_owner()); break;
                case 4: co_await coro::race(reads(), waits_for_owner()); break;
                default: co_await coro::with_task_group(starts_both); break;
                }
            };
            auto body = [&]() -> coro::task<> {
                owner = coro::create_task(owns());
                co_await coro::sleep(1s);
                if (!asked) co_return;  // then it is cancelled with all others
                CHECK(owner->cancel());
                const std::string end = co_await end_of(*owner);
                CHECK(end == "cancelled");
                CHECK(unit::seconds_since_start() == 2.0);
                CHECK(coro::all_tasks().size() == 1);
            };
            unit::run(body());
            CHECK(owner->cancelled());
            CHECK(trail.text() == "a-text-that-does-not-fit-into-the-string-itself owner");
        }
}

TEST_CASE("cancel: a torn gather ends as cancelled, once the children it started have ended") {
    for (int way = 0; way != 6; ++way) {
        CAPTURE(way);
        std::optional<handle> first;
        std::optional<handle> second;
        auto waits = [&](std::optional<handle>& other, bool by_race) -> coro::task<> {
            room mine;
            if (by_race)
                co_await coro::race(stays_in(mine), *other);
            else
                co_await coro::gather(*other, stays_in(mine));
        };
        auto body = [&]() -> coro::task<> {
            first = coro::create_task(waits(second, way % 3 == 0));
            second = coro::create_task(waits(first, way % 3 != 2));
            co_await coro::sleep(1s);
            CHECK((way < 3 ? first : second)->cancel());
            co_await coro::sleep(999ms);
            CHECK_FALSE(first->done());
            CHECK_FALSE(second->done());
            const std::string one = co_await end_of(*first);
            const std::string other = co_await end_of(*second);
            CHECK(one == "cancelled");
            CHECK(other == "cancelled");
            CHECK(unit::seconds_since_start() == 2.0);
            CHECK(coro::all_tasks().size() == 1);
        };
        unit::run(body());
    }
}

TEST_CASE("cancel: a torn gather knows no more of the task it has left") {
    std::optional<handle> left;
    std::optional<handle> torn;
    auto cleans_up = [&]() -> coro::task<> {
        room mine;
        co_await coro::gather(stays_in(mine), *torn);
    };
    auto gathers = [&]() -> coro::task<> {
        room mine;
        co_await coro::gather(*left, stays_in(mine), stays_in(mine));
    };
    auto body = [&]() -> coro::task<> {
        torn = coro::create_task(gathers());
        left = coro::create_task(cleans_up());
        co_await coro::sleep(1s);
        torn->cancel();
        const coro::operation* waits = torn->base().waiting_for;
        REQUIRE(waits != nullptr);
        std::size_t others = 0;
        while (const coro::task_base* other = waits->awaited(others)) {
            CHECK(other != &left->base());
            ++others;
        }
        CHECK(others != 0);
        const unsigned asked = left->cancelling();
        co_await coro::sleep(500ms);
        torn->cancel();  // interrupts the clean-up of its own, and of nobody else
        CHECK(left->cancelling() == asked);
        const std::string end = co_await end_of(*torn);
        CHECK(end == "cancelled");
        CHECK(unit::seconds_since_start() == 1.5);
        CHECK_FALSE(left->done());
        const std::string other = co_await end_of(*left);
        CHECK(other == "cancelled");
        CHECK(unit::seconds_since_start() == 2.0);
    };
    unit::run(body());
}

TEST_CASE("cancel: a gather in a circle leaves the one it must, and joins its other handles") {
    for (const bool from_the_first : {true, false}) {
        std::optional<handle> first;
        room mine;
        auto body = [&]() -> coro::task<> {
            const auto aside = coro::create_task(stays_in(mine));
            std::optional<handle> second;
            auto gathers_back = [&]() -> coro::task<> {
                co_await coro::gather(*first);
            };
            auto gathers = [&]() -> coro::task<> {
                co_await coro::gather(*second, aside);
                FAIL("it was cancelled");
            };
            first = coro::create_task(gathers());
            second = coro::create_task(gathers_back());
            co_await coro::sleep(1s);
            CHECK((from_the_first ? first : second)->cancel());
            const std::string end = co_await end_of(*first);
            CHECK(end == "cancelled");
            CHECK(aside.done());
            CHECK(unit::seconds_since_start() == 2.0);
        };
        unit::run(body());
    }
}

TEST_CASE("cancel: two circles that share a task both end, and every owner joins") {
    // The shared one gathers two others, of which each gathers it.
    for (std::size_t asked = 0; asked != 4; ++asked) {
        CAPTURE(asked);
        std::vector<std::optional<handle>> tasks(3);
        auto gathers_both = [&]() -> coro::task<> {
            room mine;
            co_await coro::gather(*tasks[1], stays_in(mine), *tasks[2]);
        };
        auto gathers_back = [&]() -> coro::task<> {
            room mine;
            co_await coro::gather(stays_in(mine), *tasks[0]);
        };
        auto body = [&]() -> coro::task<> {
            tasks[0] = coro::create_task(gathers_both());
            tasks[1] = coro::create_task(gathers_back());
            tasks[2] = coro::create_task(gathers_back());
            co_await coro::sleep(1s);
            if (asked == 3) co_return;
            CHECK(tasks[asked]->cancel());
            co_await coro::sleep(999ms);
            for (const auto& task : tasks) CHECK_FALSE(task->done());
            co_await coro::sleep(1s);
            CHECK(coro::all_tasks().size() == 1);
        };
        unit::run(body());
        for (const auto& task : tasks) CHECK(task->cancelled());
    }
}

TEST_CASE("cancel: circles within circles of what one task started") {
    // The outermost owns the middle one, which owns the innermost, which gathers both.
    for (const bool outer_first : {true, false}) {
        std::optional<handle> outer;
        std::optional<handle> middle;
        auto gathers_both = [&]() -> coro::task<> {
            room mine;
            if (outer_first)
                co_await coro::gather(*outer, *middle, stays_in(mine));
            else
                co_await coro::gather(stays_in(mine), *middle, *outer);
        };
        auto owns_that = [&]() -> coro::task<> {
            room mine;
            co_await coro::gather(stays_in(mine), gathers_both());
        };
        auto group_of = [&](coro::task_group& group) -> coro::task<> {
            middle = group.start(owns_that());
            co_return;
        };
        auto owns_all = [&]() -> coro::task<> {
            co_await coro::with_task_group(group_of);
        };
        auto body = [&]() -> coro::task<> {
            outer = coro::create_task(owns_all());
            co_await coro::sleep(1s);
            CHECK(outer->cancel());
            const std::string end = co_await end_of(*outer);
            CHECK(end == "cancelled");
            CHECK(unit::seconds_since_start() == 2.0);
            CHECK(coro::all_tasks().size() == 1);
        };
        unit::run(body());
    }
}

TEST_CASE("cancel: a circle of a group, a gather, a race and a plain wait, from each of them") {
    // Without the plain wait one of the others has to be torn.
    for (const bool plain : {true, false})
        for (std::size_t asked = 0; asked != 5; ++asked) {
            CAPTURE(asked);
            std::vector<std::optional<handle>> tasks(4);
            auto closes = [&]() -> coro::task<> {
                if (plain)
                    co_await *tasks[0];
                else
                    co_await coro::gather_outcomes(*tasks[0]);
            };
            auto races = [&]() -> coro::task<> {
                room mine;
                co_await coro::race(*tasks[3], stays_in(mine));
            };
            auto gathers = [&]() -> coro::task<> {
                room mine;
                co_await coro::gather(stays_in(mine), *tasks[2]);
            };
            auto owns = [&]() -> coro::task<> {
                room mine;
                auto members = [&](coro::task_group& group) -> coro::task<> {
                    tasks[1] = group.start(gathers());
                    group.start(stays_in(mine));
                    co_return;
                };
                co_await coro::with_task_group(members);
            };
            auto body = [&]() -> coro::task<> {
                tasks[0] = coro::create_task(owns());
                tasks[3] = coro::create_task(closes());
                tasks[2] = coro::create_task(races());
                co_await coro::sleep(1s);
                if (asked == 4) co_return;
                CHECK(tasks[asked]->cancel());
                const std::string end = co_await end_of(*tasks[0]);
                CHECK(end == "cancelled");
                CHECK(unit::seconds_since_start() == 2.0);
            };
            unit::run(body());
            for (const auto& task : tasks) CHECK(task->cancelled());
        }
}

TEST_CASE("cancel: a gather of 10,000 tasks of which each gathers it") {
    for (const bool from_a_child : {true, false}) {
        std::optional<handle> all;
        std::vector<handle> each;
        auto gathers_back = [&]() -> coro::task<> {
            co_await coro::gather(*all);
        };
        auto gathers_each = [&]() -> coro::task<> {
            co_await coro::gather(each);
        };
        auto body = [&]() -> coro::task<> {
            for (int i = 0; i != 10'000; ++i) each.push_back(coro::create_task(gathers_back()));
            all = coro::create_task(gathers_each());
            co_await coro::sleep(1s);
            CHECK((from_a_child ? each[5'000] : *all).cancel());
            co_await coro::sleep(1s);
            CHECK(all->cancelled());
            CHECK(coro::all_tasks().size() == 1);
        };
        unit::run(body());
        each.clear();
    }
}

TEST_CASE("cancel: every owner joins, whatever the circles among twelve") {
    std::mt19937 random(11);
    for (int round = 0; round != 500; ++round) {
        CAPTURE(round);
        std::vector<std::optional<handle>> tasks(12);
        auto waits = [&](int way, std::size_t one, std::size_t other) -> coro::task<> {
            room mine;
            auto inner = [&](int inner_way) -> coro::task<> {
                room own;
                if (inner_way == 0)
                    co_await *tasks[one];
                else if (inner_way == 1)
                    co_await coro::gather(*tasks[one], stays_in(own));
                else
                    co_await coro::race(stays_in(own), *tasks[other]);
            };
            auto members = [&](coro::task_group& group) -> coro::task<> {
                group.start(inner(way / 7 % 3));
                group.start(stays_in(mine));
                co_return;
            };
            std::vector<handle> handles{*tasks[one], *tasks[other]};
            switch (way % 7) {
            case 0: co_await *tasks[one]; break;
            case 1: co_await coro::gather(*tasks[one], stays_in(mine), *tasks[other]); break;
            case 2: co_await coro::gather(stays_in(mine), inner(way / 7 % 3)); break;
            case 3: co_await coro::race(inner(way / 7 % 3), *tasks[other], stays_in(mine)); break;
            case 4: co_await coro::with_task_group(members); break;
            case 5: co_await coro::gather(handles); break;
            default: co_await coro::gather_outcomes(*tasks[one], inner(way / 7 % 3)); break;
            }
        };
        auto body = [&]() -> coro::task<> {
            for (std::size_t i = 0; i != tasks.size(); ++i) {
                const int way = static_cast<int>(random() % 21);
                const std::size_t one = (i + 1 + random() % 11) % 12;
                const std::size_t other = (i + 1 + random() % 11) % 12;
                tasks[i] = coro::create_task(waits(way, one, other));
            }
            co_await coro::sleep(1s);
            for (std::size_t asked = random() % 4; asked != 0; --asked) {
                tasks[random() % tasks.size()]->cancel();
                co_await coro::sleep(500ms * (random() % 3));
            }
        };
        const unit::captured errors(stderr);
        unit::run(body());
        bool all_done = true;
        for (const auto& task : tasks) all_done &= task->done();
        CHECK(all_done);
    }
}

TEST_CASE("cancel: while the destructors of a task that never started run, it is the current one") {
    std::uint64_t seen = 0;
    struct looks_who_runs {
        std::uint64_t& id;
        explicit looks_who_runs(std::uint64_t& place) : id(place) {}
        looks_who_runs(looks_who_runs&& other) noexcept
            : id(other.id), moved(std::exchange(other.moved, true)) {
            moved = false;
        }
        ~looks_who_runs() {
            if (!moved) id = coro::current_task().id();
        }
        bool moved = false;
    };
    auto child = [](looks_who_runs) -> coro::task<> {
        co_return;
    };
    auto body = [&]() -> coro::task<> {
        const auto other = coro::create_task(sleeps(1s));
        const auto task = coro::create_task(child(looks_who_runs(seen)));
        task.cancel();
        co_await other;
        CHECK(seen == task.id());
    };
    unit::run(body());
}

TEST_CASE("cancel: a request that comes while the awaited task is just ending is kept") {
    unit::trail trail;
    std::optional<handle> waiting;
    struct cancels_at_its_end {
        std::optional<handle>& whom;
        explicit cancels_at_its_end(std::optional<handle>& other) : whom(other) {}
        cancels_at_its_end(const cancels_at_its_end&) = delete;
        ~cancels_at_its_end() {
            if (whom) CHECK(whom->cancel());
        }
    };
    // A parameter's destructor runs after the coroutine has ended.
    auto child = [](std::unique_ptr<cancels_at_its_end>) -> coro::task<int> {
        co_await coro::sleep(1s);
        co_return 7;
    };
    auto waits = [&]() -> coro::task<> {
        const auto task = coro::create_task(child(std::make_unique<cancels_at_its_end>(waiting)));
        const int value = co_await task;
        CHECK(value == 7);
        trail("value");
        co_await coro::sleep(1h);
        trail("slept");
    };
    auto body = [&]() -> coro::task<> {
        waiting = coro::create_task(waits());
        const std::string end = co_await end_of(*waiting);
        CHECK(end == "cancelled");
    };
    unit::run(body());
    CHECK(trail.text() == "value");
}

TEST_CASE("cancel: reading a task that was cancelled leaves one's own request pending") {
    // asyncio: awaiting what is done does not suspend, so nothing is delivered.
    auto body = [&]() -> coro::task<> {
        const auto other = coro::create_task(sleeps(1h));
        other.cancel();
        co_await coro::sleep(1s);
        auto reads = [&](bool by_gather) -> coro::task<std::string> {
            coro::current_task().cancel();
            std::string end;
            try {
                if (by_gather)
                    co_await coro::gather(other);
                else
                    co_await other;
            } catch (const coro::cancelled&) {
                end = "read";
            }
            try {
                co_await coro::sleep(1s);
                end += " slept";
            } catch (const coro::cancelled&) {
                end += " told";
            }
            co_return end;
        };
        for (const bool by_gather : {false, true}) {
            const auto task = coro::create_task(reads(by_gather));
            const std::string end = co_await task;
            CHECK(end == "read told");
        }
    };
    unit::run(body());
}
