// remote.hpp: the door into a running loop.

#include "support.hpp"

#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

TEST_CASE("remote: a post wakes a loop that sleeps, and runs on its thread") {
    auto body = [&]() -> coro::task<> {
        unit::gate gate;
        const coro::remote remote;
        const auto loop_thread = std::this_thread::get_id();
        std::thread::id ran_on;
        std::thread other([&, remote] {
            std::this_thread::sleep_for(20ms);
            CHECK(remote.post([&] {
                ran_on = std::this_thread::get_id();
                gate.open();
            }));
        });
        const auto start = std::chrono::steady_clock::now();
        auto sleeps = []() -> coro::task<> {
            co_await coro::sleep(1h);
        };
        const auto long_sleep = coro::create_task(sleeps());
        co_await gate;
        CHECK(std::chrono::steady_clock::now() - start < 10s);
        other.join();
        CHECK(ran_on == loop_thread);
        long_sleep.cancel();
    };
    coro::run(body(), unit::real_clock());
}

TEST_CASE("remote: the posts of a thread run in their order") {
    auto body = [&]() -> coro::task<> {
        std::vector<int> seen;
        const coro::remote remote;
        std::thread other([&, remote] {
            for (int i = 0; i != 10'000; ++i) remote.post([&seen, i] { seen.push_back(i); });
        });
        while (seen.size() != 10'000) co_await coro::sleep(1ms);
        other.join();
        bool in_order = true;
        for (int i = 0; i != 10'000; ++i) in_order &= seen[static_cast<std::size_t>(i)] == i;
        CHECK(in_order);
    };
    coro::run(body(), unit::real_clock());
}

TEST_CASE("remote: from the loop's own thread a post comes at a later turn, not at once") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        const coro::remote remote;
        remote.post([&] { trail("posted"); });
        trail("main");
        co_await coro::sleep(1ms);
        trail("later");
    };
    unit::run(body());
    CHECK(trail.text() == "main posted later");
}

TEST_CASE("remote: a callback may create tasks, cancel them, and post again") {
    unit::trail trail;
    auto child = [&]() -> coro::task<> {
        trail("child");
        co_return;
    };
    auto body = [&]() -> coro::task<> {
        const coro::remote remote;
        remote.post([&, remote] {
            coro::create_task(child());
            coro::create_task(child()).cancel();
            remote.post([&] { trail("again"); });
        });
        co_await coro::sleep(1ms);
        co_await coro::sleep(1ms);
    };
    unit::run(body());
    CHECK(unit::count_of(trail.text(), "child") == 1);
    CHECK(unit::count_of(trail.text(), "again") == 1);
}

TEST_CASE("remote: after the loop has ended a post is refused, and the function dropped") {
    std::optional<coro::remote> kept;
    unit::tally tally;
    auto body = [&]() -> coro::task<> {
        kept.emplace();
        co_return;
    };
    unit::run(body());
    bool ran = false;
    auto function = [&ran, value = unit::counted(tally)] {
        ran = value.value() == 0;
    };
    CHECK_FALSE(kept->post(function));
    const coro::remote copy = *kept;
    CHECK_FALSE(copy.post(std::move(function)));
    CHECK_FALSE(ran);
    CHECK(tally.alive() == 1);
}

TEST_CASE("remote: what was posted before the end still runs, and what is left is dropped") {
    unit::tally tally;
    int ran = 0;
    auto body = [&]() -> coro::task<> {
        const coro::remote remote;
        remote.post([&ran, value = unit::counted(tally)] { ++ran; });
        remote.post([&ran, value = unit::counted(tally)] { ++ran; });
        co_return;
    };
    unit::run(body());
    CHECK(ran == 2);
    CHECK(tally.alive() == 0);
}

TEST_CASE("remote: a callback that is run at the very end may start a task, which is cancelled") {
    bool started = false;
    auto child = [&]() -> coro::task<> {
        started = true;
        co_await coro::sleep(1h);
    };
    auto body = [&]() -> coro::task<> {
        const coro::remote remote;
        remote.post([&] { coro::create_task(child()); });
        co_return;
    };
    unit::run(body());
    CHECK(true);  // it ends, with whatever of the child
}

TEST_CASE("remote: a function is destroyed on the loop's thread once it has run") {
    unit::tally tally;
    auto body = [&]() -> coro::task<> {
        const coro::remote remote;
        auto shared = std::make_shared<unit::counted>(tally);
        remote.post([shared] { static_cast<void>(shared->value()); });
        shared.reset();
        CHECK(tally.alive() == 1);
        co_await coro::sleep(1ms);
        CHECK(tally.alive() == 0);
    };
    unit::run(body());
}

TEST_CASE("remote: functions that can only be moved, and plain ones") {
    static int calls;
    calls = 0;
    auto body = [&]() -> coro::task<> {
        const coro::remote remote;
        remote.post([number = std::make_unique<int>(4)] { calls += *number; });
        remote.post(+[] { ++calls; });
        co_await coro::sleep(1ms);
        CHECK(calls == 5);
    };
    unit::run(body());
}

TEST_CASE("remote: without a loop it says so") {
    CHECK_THROWS_WITH_AS(coro::remote(), doctest::Contains("coro::run()"), coro::invalid_state);
}

TEST_CASE("remote: copies, assignments, and use from a thread that outlives the loop") {
    std::thread other;
    auto body = [&]() -> coro::task<> {
        coro::remote first;
        coro::remote second = first;
        second = first;
        const coro::remote& itself = second;
        second = itself;
        const coro::remote third = std::move(second);
        other = std::thread([third] {
            for (int i = 0; i != 1000; ++i) {
                if (!third.post([] {})) return;
                std::this_thread::sleep_for(100us);
            }
        });
        co_await coro::sleep(5ms);
    };
    coro::run(body(), unit::real_clock());
    other.join();
}

TEST_CASE("remote: posts from four threads while the loop sleeps and wakes, none lost") {
    auto body = [&]() -> coro::task<> {
        constexpr int each = 5000;
        int count = 0;
        const coro::remote remote;
        std::vector<std::thread> threads;
        for (int which = 0; which != 4; ++which)
            threads.emplace_back([&count, remote] {
                for (int i = 0; i != each; ++i) {
                    remote.post([&count] { ++count; });
                    if (i % 100 == 0) std::this_thread::sleep_for(100us);
                }
            });
        while (count != 4 * each) co_await coro::sleep(200us);
        for (std::thread& thread : threads) thread.join();
        CHECK(count == 4 * each);
    };
    coro::run(body(), unit::real_clock());
}
