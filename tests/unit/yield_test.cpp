// yield.hpp: to the back of the ready queue.

#include "support.hpp"

#include <atomic>
#include <thread>

using namespace std::chrono_literals;

TEST_CASE("yield: tasks take turns, in the order in which they were started") {
    unit::trail trail;
    auto ticker = [&](const char* name) -> coro::task<> {
        for (int i = 0; i != 3; ++i) {
            trail(name, i);
            co_await coro::yield();
        }
    };
    auto body = [&]() -> coro::task<> {
        co_await coro::gather(ticker("a"), ticker("b"), ticker("c"));
    };
    unit::run(body());
    CHECK(trail.text() == "a0 b0 c0 a1 b1 c1 a2 b2 c2");
}

TEST_CASE("yield: alone, it goes on at once and takes no time") {
    auto body = [&]() -> coro::task<> {
        for (int i = 0; i != 100'000; ++i) co_await coro::yield();
        CHECK(unit::seconds_since_start() == 0.0);
    };
    unit::run(body());
}

TEST_CASE("yield: a loop of yields starves no timer, on the real clock") {
    auto body = [&]() -> coro::task<> {
        bool woke = false;
        auto sleeps = [](bool& flag) -> coro::task<> {
            co_await coro::sleep(5ms);
            flag = true;
        };
        coro::create_task(sleeps(woke));
        while (!woke) co_await coro::yield();
        CHECK(woke);
    };
    coro::run(body(), unit::real_clock());
}

TEST_CASE("yield: a loop of yields that holds the thread starves no timer, on the virtual clock") {
    auto body = [&]() -> coro::task<> {
        bool woke = false;
        auto sleeps = [](bool& flag) -> coro::task<> {
            co_await coro::sleep(5ms);
            flag = true;
        };
        coro::create_task(sleeps(woke));
        int turns = 0;
        while (!woke) {
            unit::hold_thread(1ms);
            co_await coro::yield();
            ++turns;
        }
        // The sleep began after the first millisecond was held; it is due after
        // six, and takes two trips from there.
        CHECK(turns == 8);
    };
    unit::run(body());
}

TEST_CASE("yield: a loop of yields starves no wake-up from another thread") {
    auto body = [&]() -> coro::task<> {
        bool posted = false;
        const coro::remote remote;
        std::thread other([remote, &posted] { remote.post([&posted] { posted = true; }); });
        while (!posted) co_await coro::yield();
        other.join();
        CHECK(posted);
    };
    SUBCASE("virtual clock") {
        unit::run(body());
    }
    SUBCASE("real clock") {
        coro::run(body(), unit::real_clock());
    }
}

TEST_CASE("yield: a thousand tasks that yield starve neither a timer nor a wake-up") {
    bool woke = false;
    bool posted = false;
    auto yields = [&]() -> coro::task<> {
        while (!woke || !posted) co_await coro::yield();
    };
    auto sleeps = [&]() -> coro::task<> {
        co_await coro::sleep(2ms);
        woke = true;
    };
    auto body = [&]() -> coro::task<> {
        for (int i = 0; i != 1000; ++i) coro::create_task(yields());
        coro::create_task(sleeps());
        const coro::remote remote;
        std::thread other([&posted, remote] { remote.post([&posted] { posted = true; }); });
        co_await yields();
        other.join();
    };
    coro::run(body(), unit::real_clock());
    CHECK(woke);
    CHECK(posted);
}

TEST_CASE("yield: a temporary in the same expression goes once") {
    unit::tally tally;
    auto yields_after = [](const unit::counted&) {
        return coro::yield();
    };
    auto body = [&]() -> coro::task<> {
        co_await yields_after(unit::counted(tally));
        CHECK(tally.alive() == 0);
    };
    unit::run(body());
    CHECK(tally.made == 1);
    CHECK(tally.alive() == 0);
}
