// sync/queue.hpp: from those who put in to those who get out.

#include "support.hpp"

#include "coro/sync/queue.hpp"

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

namespace {

coro::task<> produces(coro::queue<int>& queue, int first, int end) {
    for (int i = first; i != end; ++i) co_await queue.put(i);
}

coro::task<> consumes(coro::queue<int>& queue, std::vector<int>& got, int count) {
    for (int i = 0; i != count; ++i) {
        const int value = co_await queue.get();
        got.push_back(value);
        queue.task_done();
    }
}

std::vector<int> up_to(int end) {
    std::vector<int> all;
    for (int i = 0; i != end; ++i) all.push_back(i);
    return all;
}

}  // namespace

TEST_CASE("queue: values come out in the order in which they went in, whatever the capacity") {
    for (const std::size_t capacity : {0U, 1U, 2U, 7U, 100U}) {
        std::vector<int> got;
        auto body = [&]() -> coro::task<> {
            coro::queue<int> queue(capacity);
            co_await coro::gather(produces(queue, 0, 50), consumes(queue, got, 50));
            CHECK(queue.empty());
        };
        unit::run(body());
        CHECK(got == up_to(50));
    }
}

TEST_CASE("queue: a full one makes the putter wait, and a place goes to the first who waits") {
    unit::trail trail;
    auto puts = [&](coro::queue<int>& queue, int value) -> coro::task<> {
        co_await queue.put(value);
        trail("put", value);
    };
    auto body = [&]() -> coro::task<> {
        coro::queue<int> queue(1);
        const auto first = coro::create_task(puts(queue, 1));
        const auto second = coro::create_task(puts(queue, 2));
        const auto third = coro::create_task(puts(queue, 3));
        co_await coro::sleep(1s);
        CHECK(queue.full());
        CHECK(second.waits_for() == "queue.put");
        CHECK_FALSE(queue.try_put(4));
        for (int i = 1; i != 4; ++i) {
            const int value = co_await queue.get();
            trail("got", value);
        }
        co_await third;
        CHECK(queue.empty());
    };
    unit::run(body());
    CHECK(trail.text() == "put1 got1 put2 got2 put3 got3");
}

TEST_CASE("queue: what is on its way to a getter takes its place until the getter goes on") {
    auto body = []() -> coro::task<> {
        coro::queue<int> queue(1);
        auto gets = [&]() -> coro::task<int> {
            const int value = co_await queue.get();
            co_return value;
        };
        const auto getter = coro::create_task(gets());
        co_await coro::yield();
        CHECK(queue.try_put(1));
        CHECK(queue.full());
        CHECK_FALSE(queue.try_put(2));
        co_await coro::yield();
        CHECK(getter.done());
        CHECK(queue.empty());
    };
    unit::run(body());
}

TEST_CASE("queue: a place that was promised to a putter is nobody else's, and none if it closes") {
    auto body = []() -> coro::task<> {
        coro::queue<int> queue(1);
        auto puts = [&](int value) -> coro::task<> { co_await queue.put(value); };
        CHECK(queue.try_put(1));
        const auto putter = coro::create_task(puts(2));
        co_await coro::yield();
        CHECK(queue.try_get() == 1);
        CHECK(queue.empty());
        CHECK(queue.full());
        CHECK_FALSE(queue.try_put(3));
        co_await coro::yield();
        CHECK(putter.done());
        CHECK(queue.size() == 1);

        const auto late = coro::create_task(puts(3));
        co_await coro::yield();
        CHECK(queue.try_get() == 2);
        queue.close();
        co_await coro::yield();
        CHECK_THROWS_AS(static_cast<void>(late.result()), coro::queue_closed);
        CHECK(queue.empty());
    };
    unit::run(body());
}

TEST_CASE("queue: nobody who comes later puts in before a putter that is about to go on") {
    auto body = []() -> coro::task<> {
        coro::queue<int> queue(2);
        auto puts = [&](int value) -> coro::task<> { co_await queue.put(value); };
        co_await queue.put(0);
        co_await queue.put(1);
        const auto earlier = coro::create_task(puts(2));
        co_await coro::yield();
        const int first = co_await queue.get();
        const int second = co_await queue.get();
        CHECK(queue.full());
        CHECK_FALSE(queue.try_put(4));
        co_await queue.put(3);
        const int third = co_await queue.get();
        const int fourth = co_await queue.get();
        CHECK(std::vector<int>{first, second, third, fourth} == up_to(4));
        CHECK(queue.empty());
        CHECK_FALSE(queue.full());
    };
    unit::run(body());
}

TEST_CASE("queue: a value goes to the first who waits, not to who comes") {
    auto gets = [](coro::queue<int>& queue) -> coro::task<int> {
        const int value = co_await queue.get();
        co_return value;
    };
    auto body = [&]() -> coro::task<> {
        coro::queue<int> queue;
        const auto first = coro::create_task(gets(queue));
        const auto second = coro::create_task(gets(queue));
        co_await coro::sleep(1s);
        CHECK(first.waits_for() == "queue.get");
        co_await queue.put(1);
        CHECK(queue.size() == 1);  // but it is the first one's
        CHECK_FALSE(queue.try_get().has_value());
        CHECK(queue.try_put(2));
        co_await coro::yield();
        CHECK(first.result() == 1);
        CHECK(second.result() == 2);
    };
    unit::run(body());
}

TEST_CASE("queue: cancelled getters and putters leave nothing behind and lose nothing") {
    std::vector<int> got;
    auto body = [&]() -> coro::task<> {
        coro::queue<int> queue(1);
        const auto getter = coro::create_task(consumes(queue, got, 1));
        co_await coro::sleep(1s);
        getter.cancel();
        co_await coro::sleep(1s);
        co_await queue.put(1);
        const auto putter = coro::create_task(produces(queue, 2, 3));
        co_await coro::sleep(1s);
        putter.cancel();
        co_await coro::sleep(1s);
        CHECK(putter.cancelled());
        const int value = co_await queue.get();
        CHECK(value == 1);
        CHECK(queue.empty());
    };
    unit::run(body());
    CHECK(got.empty());
}

TEST_CASE("queue: a value that was handed over is kept by a task cancelled in that turn") {
    std::vector<int> got;
    auto body = [&]() -> coro::task<> {
        coro::queue<int> queue;
        const auto getter = coro::create_task(consumes(queue, got, 2));
        co_await coro::sleep(1s);
        co_await queue.put(1);
        getter.cancel();
        co_await coro::sleep(1s);
        CHECK(getter.cancelled());
    };
    unit::run(body());
    CHECK(got == std::vector<int>{1});
}

TEST_CASE("queue: join waits until everything was done") {
    unit::trail trail;
    auto works = [&](coro::queue<int>& queue) -> coro::task<> {
        for (int i = 0; i != 3; ++i) {
            const int value = co_await queue.get();
            co_await coro::sleep(1s);
            trail("done", value);
            queue.task_done();
        }
    };
    auto body = [&]() -> coro::task<> {
        coro::queue<int> queue;
        co_await queue.join();  // nothing was put in: nothing to wait for
        for (int i = 0; i != 3; ++i) co_await queue.put(i);
        coro::create_task(works(queue));
        co_await queue.join();
        trail("joined");
        CHECK_THROWS_AS(queue.task_done(), coro::invalid_state);
    };
    unit::run(body());
    CHECK(trail.text() == "done0 done1 done2 joined");
}

TEST_CASE("queue: a report tells what somebody waits for, and join can be cancelled") {
    auto puts = [](coro::queue<int>& queue) -> coro::task<> { co_await queue.put(2); };
    auto gets = [](coro::queue<int>& queue) -> coro::task<> {
        const int value = co_await queue.get();
        CHECK(value == 3);
    };
    auto joins = [](coro::queue<int>& queue) -> coro::task<> { co_await queue.join(); };
    auto body = [&]() -> coro::task<> {
        coro::queue<int> full(1), empty;
        co_await full.put(1);
        const auto putter = coro::create_task(puts(full));
        const auto getter = coro::create_task(gets(empty));
        const auto joiner = coro::create_task(joins(full));
        co_await coro::yield();
        CHECK(putter.waits_for() == "queue.put");
        CHECK(getter.waits_for() == "queue.get");
        CHECK(joiner.waits_for() == "queue.join");
        joiner.cancel();
        CHECK(full.try_get() == 1);
        co_await empty.put(3);
        const std::vector all = {putter, getter, joiner};
        co_await coro::wait(all);
        CHECK(joiner.cancelled());
        CHECK(full.try_get() == 2);
        full.task_done();
        full.task_done();  // nobody waits any more
    };
    unit::run(body());
}

namespace {

// To move the one with this value throws.
int unmovable = -1;

struct heavy {
    explicit heavy(int its_value) : value(its_value) {}
    heavy(heavy&& other) : value(other.value) {
        if (value == unmovable) throw std::runtime_error("cannot move");
    }
    heavy& operator=(heavy&&) = delete;
    int value;
};

}  // namespace

TEST_CASE("queue: a value that cannot be moved to a getter leaves it in its line") {
    unit::trail trail;
    auto gets = [&](coro::queue<heavy>& queue, const char* who) -> coro::task<> {
        const auto got = co_await queue.get();
        trail(who, got.value);
    };
    auto body = [&]() -> coro::task<> {
        coro::queue<heavy> queue;
        const auto a = coro::create_task(gets(queue, "a"));
        const auto b = coro::create_task(gets(queue, "b"));
        const auto c = coro::create_task(gets(queue, "c"));
        co_await coro::yield();
        unmovable = 1;
        CHECK_THROWS_WITH_AS(queue.try_put(heavy(1)), "cannot move", std::runtime_error);
        unmovable = -1;
        CHECK(queue.size() == 0);
        CHECK(queue.try_put(heavy(2)));
        CHECK(queue.try_put(heavy(3)));
        c.cancel();
        const std::vector all = {a, b, c};
        co_await coro::wait(all);
        CHECK(c.cancelled());
    };
    unit::run(body());
    CHECK(trail.text() == "a2 b3");
}

TEST_CASE("queue: a put that throws when its turn has come gives its place to the next") {
    unit::trail trail;
    auto puts = [&](coro::queue<heavy>& queue, int value) -> coro::task<> {
        try {
            co_await queue.put(heavy(value));
            trail("put", value);
        } catch (const std::runtime_error&) {
            trail("failed", value);
        }
    };
    auto body = [&]() -> coro::task<> {
        coro::queue<heavy> queue(1);
        co_await queue.put(heavy(0));
        const auto a = coro::create_task(puts(queue, 1));
        const auto b = coro::create_task(puts(queue, 2));
        co_await coro::yield();
        unmovable = 1;
        const auto first = co_await queue.get();
        trail("got", first.value);
        co_await a;
        unmovable = -1;
        const auto second = co_await queue.get();
        trail("got", second.value);
        co_await b;
    };
    unit::run(body());
    CHECK(trail.text() == "got0 failed1 put2 got2");
}

TEST_CASE("queue: close tells those who put and those who get, once it is empty") {
    unit::trail trail;
    auto puts = [&](coro::queue<int>& queue) -> coro::task<> {
        try {
            co_await queue.put(2);
        } catch (const coro::queue_closed&) {
            trail("putter");
        }
    };
    auto gets = [&](coro::queue<int>& queue) -> coro::task<> {
        try {
            for (;;) {
                const int value = co_await queue.get();
                trail("got", value);
            }
        } catch (const coro::queue_closed&) {
            trail("getter");
        }
    };
    auto body = [&]() -> coro::task<> {
        coro::queue<int> queue(1);
        co_await queue.put(1);
        const auto putter = coro::create_task(puts(queue));
        co_await coro::sleep(1s);
        queue.close();
        CHECK(queue.closed());
        co_await putter;
        CHECK_THROWS_AS(queue.try_put(3), coro::queue_closed);
        co_await gets(queue);
        coro::queue<int> empty;
        const auto getter = coro::create_task(gets(empty));
        co_await coro::sleep(1s);
        empty.close();
        co_await getter;
    };
    unit::run(body());
    CHECK(trail.text() == "putter got1 getter getter");
}

TEST_CASE("queue: values that only move, and none is lost or doubled") {
    unit::tally tally;
    auto body = [&]() -> coro::task<> {
        coro::queue<std::unique_ptr<unit::counted>> queue(2);
        auto produce = [&]() -> coro::task<> {
            for (int i = 0; i != 20; ++i)
                co_await queue.put(std::make_unique<unit::counted>(tally, i));
        };
        auto consume = [&](int& sum) -> coro::task<> {
            for (int i = 0; i != 10; ++i) {
                const auto value = co_await queue.get();
                sum += value->value();
            }
        };
        int first = 0;
        int second = 0;
        co_await coro::gather(produce(), consume(first), consume(second));
        CHECK(first + second == 190);
    };
    unit::run(body());
    CHECK(tally.made == 20);
    CHECK(tally.alive() == 0);
}

TEST_CASE("queue: cancelled in the middle of a line, the others keep their order") {
    std::vector<int> got;
    auto body = [&]() -> coro::task<> {
        coro::queue<int> queue;
        std::vector<coro::task_handle<>> getters;
        for (int i = 0; i != 4; ++i)
            getters.push_back(coro::create_task(consumes(queue, got, 1)));
        co_await coro::sleep(1s);
        getters[1].cancel();
        for (int i = 0; i != 3; ++i) co_await queue.put(i);
        co_await coro::sleep(1s);
        CHECK(getters[1].cancelled());
        coro::queue<int> full(1);
        co_await full.put(10);
        std::vector<coro::task_handle<>> putters;
        for (int i = 11; i != 15; ++i)
            putters.push_back(coro::create_task(produces(full, i, i + 1)));
        co_await coro::sleep(1s);
        putters[2].cancel();
        co_await coro::sleep(1s);
        co_await consumes(full, got, 4);
        CHECK(putters[2].cancelled());
        CHECK(full.empty());
    };
    unit::run(body());
    CHECK(got == std::vector<int>{0, 1, 2, 10, 11, 12, 14});
}

TEST_CASE("queue: a putter that is cancelled in the turn in which it gets its place has put in") {
    std::vector<int> got;
    auto body = [&]() -> coro::task<> {
        coro::queue<int> queue(1);
        co_await queue.put(1);
        const auto putter = coro::create_task(produces(queue, 2, 5));
        const auto next = coro::create_task(produces(queue, 5, 6));
        co_await coro::sleep(1s);
        co_await consumes(queue, got, 1);
        putter.cancel();  // told at its next wait, which is the next put
        co_await coro::sleep(1s);
        co_await consumes(queue, got, 2);
        co_await coro::yield();
        CHECK(putter.cancelled());
        CHECK(next.done());
        CHECK(queue.empty());
    };
    unit::run(body());
    CHECK(got == std::vector<int>{1, 2, 5});
}

TEST_CASE("queue: whose consumer has died is a deadlock, unless a remote may still act") {
    auto dies = [](coro::queue<int>& queue) -> coro::task<> {
        const int value = co_await queue.get();
        throw std::runtime_error("no more after " + std::to_string(value));
    };
    const unit::captured errors(stderr);
    for (const bool helped : {false, true}) {
        coro::queue<int> queue(1);  // outlives the posts that come last
        bool all_put = false;
        auto body = [&]() -> coro::task<> {
            coro::create_task(dies(queue), "consumer");
            std::thread helper;
            if (helped) {
                coro::remote remote;
                helper = std::thread([remote, &queue]() mutable {
                    for (int i = 0; i != 4; ++i) {
                        std::this_thread::sleep_for(5ms);
                        remote.post([&queue] { static_cast<void>(queue.try_get()); });
                    }
                });
            }
            co_await produces(queue, 0, 4);
            all_put = true;
            if (helper.joinable()) helper.join();
        };
        std::string said;
        try {
            unit::run(body());
        } catch (const coro::deadlock_error& error) {
            said = error.what();
        }
        CHECK(all_put == helped);
        CHECK(unit::contains(said, "'main' (task 1) waits for queue.put") == !helped);
    }
}
