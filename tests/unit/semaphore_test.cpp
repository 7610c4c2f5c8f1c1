// sync/semaphore.hpp: so many at once.

#include "support.hpp"

#include "coro/sync/semaphore.hpp"

#include <algorithm>
#include <stdexcept>
#include <type_traits>
#include <vector>

using namespace std::chrono_literals;

namespace {

struct counter {
    int now = 0;
    int most = 0;
    int done = 0;
};

coro::task<> works(coro::semaphore& limit, counter& count, std::chrono::nanoseconds time) {
    const auto permit = co_await limit.acquire();
    count.most = std::max(count.most, ++count.now);
    co_await coro::sleep(time);
    --count.now;
    ++count.done;
}

}  // namespace

TEST_CASE("semaphore: a hundred through three take as long as 34 in a row") {
    counter count;
    auto body = [&]() -> coro::task<> {
        coro::semaphore limit(3);
        std::vector<coro::task<>> all;
        for (int i = 0; i != 100; ++i) all.push_back(works(limit, count, 1s));
        co_await coro::gather(std::move(all));
        CHECK(limit.available() == 3);
        CHECK(limit.limit() == 3);
        CHECK(unit::seconds_since_start() == 34.0);
    };
    unit::run(body());
    CHECK(count.most == 3);
    CHECK(count.done == 100);
}

TEST_CASE("semaphore: a free permit is taken without a trip through the loop") {
    unit::trail trail;
    auto other = [&]() -> coro::task<> {
        trail("other");
        co_return;
    };
    auto body = [&]() -> coro::task<> {
        coro::semaphore limit(2);
        coro::create_task(other());
        const auto first = co_await limit.acquire();
        const auto second = co_await limit.acquire();
        CHECK(limit.locked());
        trail("main");
        co_await coro::yield();
    };
    unit::run(body());
    CHECK(trail.text() == "main other");
}

TEST_CASE("semaphore: a permit given back goes to the first in the line, not to who comes") {
    auto body = []() -> coro::task<> {
        coro::semaphore limit(1);
        counter count;
        auto permit = co_await limit.acquire();
        const auto waits = coro::create_task(works(limit, count, 1s));
        co_await coro::sleep(1s);
        permit.release();
        CHECK_FALSE(permit.held());
        CHECK_FALSE(limit.try_acquire().held());
        co_await waits;
        CHECK(limit.try_acquire().held());
        CHECK(limit.available() == 1);
    };
    unit::run(body());
}

TEST_CASE("semaphore: cancelled in the line, or in the turn of the hand-over, no permit is lost") {
    auto body = []() -> coro::task<> {
        coro::semaphore limit(1);
        counter count;
        auto permit = co_await limit.acquire();
        const auto first = coro::create_task(works(limit, count, 1s));
        const auto second = coro::create_task(works(limit, count, 1s));
        const auto third = coro::create_task(works(limit, count, 1s));
        co_await coro::sleep(1s);
        second.cancel();
        co_await coro::yield();
        permit.release();
        first.cancel();
        co_await third;
        CHECK(first.cancelled());
        CHECK(second.cancelled());
        CHECK(count.done == 1);
        CHECK(limit.available() == 1);
    };
    unit::run(body());
}

TEST_CASE("semaphore: permits move, and are given back once") {
    coro::semaphore limit(2);
    auto first = limit.try_acquire();
    auto second = limit.try_acquire();
    CHECK(limit.available() == 0);
    auto moved = std::move(first);
    CHECK_FALSE(first.held());
    moved = std::move(second);
    CHECK(limit.available() == 1);
    moved.release();
    moved.release();
    CHECK(limit.available() == 2);
    static_assert(!std::is_copy_constructible_v<coro::permit>);
}

TEST_CASE("semaphore: without permits it is refused") {
    CHECK_THROWS_WITH_AS(coro::semaphore(0), doctest::Contains("semaphore(0)"),
                         std::invalid_argument);
    CHECK_THROWS_AS(coro::semaphore(-1), std::invalid_argument);
}
