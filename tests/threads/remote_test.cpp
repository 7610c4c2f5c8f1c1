// remote: callbacks posted into a loop from other threads. None is lost, each
// thread's keep their order, and the loop's end is the end of it. All of this
// also runs under ThreadSanitizer.

#include "coro/coro.hpp"

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace std::chrono_literals;

namespace {

// `co_await` it, and the task waits, without a timer, until it is told.
class occurrence final : public coro::awaiter, public coro::operation {
public:
    occurrence() noexcept {}

    bool await_ready() const noexcept { return happened_; }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> h) {
        suspend(h);
    }
    void await_resume() const { throw_if_cancelled(); }

    void happen() noexcept {
        happened_ = true;
        if (waiter_ != nullptr) complete();
    }

    void cancel() noexcept override { complete(completion::cancelled); }
    [[nodiscard]] coro::wait_info describe() const noexcept override {
        return coro::wait_info("an occurrence");
    }

private:
    bool happened_ = false;
};

coro::run_options virtual_clock() {
    coro::run_options options;
    options.clock = coro::clock_kind::virtual_time;
    return options;
}

// Counts how often the loop went on after a sleep.
coro::task<> doze(const bool& enough, int& wake_ups) {
    while (!enough) {
        co_await coro::sleep(100us);
        ++wake_ups;
    }
}

}  // namespace

TEST_CASE("remote: a million posts of four threads all arrive, each thread's in their order") {
    constexpr std::size_t threads = 4;
    constexpr int each = 250'000;
    std::array<int, threads> arrived{};
    int out_of_order = 0;
    int wake_ups = 0;
    int refused = 0;

    auto main = [&]() -> coro::task<> {
        occurrence all_here;
        int running = threads;
        std::array<std::atomic<int>, threads> not_taken{};
        std::vector<std::thread> posting;
        for (std::size_t who = 0; who != threads; ++who)
            posting.emplace_back([&, who, door = coro::remote()] {
                for (int number = 0; number != each; ++number) {
                    const bool taken = door.post([&, who, number] {
                        if (arrived[who] != number) ++out_of_order;
                        ++arrived[who];
                    });
                    if (!taken) ++not_taken[who];
                    // Now and then the loop runs dry, and has to be woken again.
                    if (number % 10'000 == 0) std::this_thread::sleep_for(1ms);
                }
                door.post([&] {
                    if (--running == 0) all_here.happen();
                });
            });
        bool enough = false;
        auto dozing = coro::create_task(doze(enough, wake_ups));
        co_await all_here;
        enough = true;
        co_await dozing;
        for (std::thread& thread : posting) thread.join();
        for (const auto& count : not_taken) refused += count;
    };
    coro::run(main());

    for (const int count : arrived) CHECK(count == each);
    CHECK(out_of_order == 0);
    CHECK(refused == 0);
    CHECK(wake_ups > 0);
}

TEST_CASE("remote: a post wakes a loop that sleeps") {
    // On the real clock this would last an hour.
    auto main = [](bool& woken) -> coro::task<> {
        const coro::remote another;  // or the end of the only one would wake it
        auto sleeping = coro::create_task([]() -> coro::task<> {
            co_await coro::sleep(1h);
        }());
        std::thread other([door = coro::remote(), &sleeping, &woken] {
            std::this_thread::sleep_for(10ms);
            door.post([&] { woken = sleeping.cancel(); });
        });
        auto outcomes = co_await coro::gather_outcomes(sleeping);
        CHECK(std::get<0>(outcomes).was_cancelled());
        other.join();
    };
    bool woken = false;
    coro::run(main(woken));
    CHECK(woken);
}

TEST_CASE("remote: a post wakes a loop that has no timer") {
    auto main = []() -> coro::task<int> {
        const coro::remote another;
        occurrence posted;
        std::thread other([door = coro::remote(), &posted] {
            std::this_thread::sleep_for(10ms);
            door.post([&] { posted.happen(); });
        });
        co_await posted;
        other.join();
        co_return 1;
    };
    CHECK(coro::run(main()) == 1);
    CHECK(coro::run(main(), virtual_clock()) == 1);
}

TEST_CASE("remote: after the loop's end a post answers false and drops its callback") {
    std::optional<coro::remote> door;
    auto main = [&]() -> coro::task<> {
        door.emplace();
        CHECK(door->post([] {}));
        co_return;
    };
    coro::run(main());

    auto load = std::make_shared<int>(0);
    const auto* const where = load.get();
    CHECK_FALSE(door->post([load, where] { *load = (load.get() == where) ? 1 : 2; }));
    CHECK(load.use_count() == 1);
    CHECK(*load == 0);
    CHECK_FALSE(coro::remote(*door).post([] {}));
    std::thread([last = std::move(door)] { CHECK_FALSE(last->post([] {})); }).join();
}

TEST_CASE("remote: one that outlives its loop does not reach the next one") {
    std::optional<coro::remote> old;
    bool ran = false;
    coro::run([](std::optional<coro::remote>& door) -> coro::task<> {
        door.emplace();
        co_return;
    }(old));
    auto second = [&]() -> coro::task<> {
        CHECK_FALSE(old->post([&] { ran = true; }));
        co_await coro::sleep(1ms);
        *old = coro::remote();
        CHECK(old->post([&] { ran = true; }));
        co_await coro::sleep(1ms);
    };
    coro::run(second());
    CHECK(ran);
}

TEST_CASE("remote: of posts that race with the loop's end, exactly those ran that were taken") {
    constexpr int rounds = 200;
    constexpr std::size_t threads = 3;
    long taken = 0;
    long ran = 0;
    for (int round = 0; round != rounds; ++round) {
        std::array<long, threads> taken_by{};
        long ran_here = 0;
        occurrence first;
        std::vector<std::thread> posting;
        auto main = [&]() -> coro::task<> {
            for (std::size_t who = 0; who != threads; ++who)
                posting.emplace_back([&, who, door = coro::remote()] {
                    while (door.post([&] {
                        if (++ran_here == 1) first.happen();
                    })) {
                        // Without a pause three threads post more than one runs.
                        if (++taken_by[who] % 64 == 0) std::this_thread::sleep_for(10us);
                    }
                });
            co_await first;
            for (int i = 0; i != round % 5; ++i) co_await coro::yield();
        };
        coro::run(main());
        for (std::thread& thread : posting) thread.join();
        for (const long count : taken_by) taken += count;
        ran += ran_here;
    }
    CHECK(taken == ran);
    CHECK(ran >= rounds);
}

TEST_CASE("remote: callbacks that can only be moved") {
    struct once {
        std::unique_ptr<int> from;
        int& to;
        void operator()() && { to = *std::exchange(from, nullptr); }
    };
    int first = 0;
    int second = 0;
    int third = 0;
    static int fourth = 0;
    auto main = [&]() -> coro::task<> {
        const coro::remote door;
        std::thread([&, door, value = std::make_unique<int>(1)]() mutable {
            door.post([&, kept = std::move(value)] { first = *kept; });
            door.post(once{std::make_unique<int>(2), second});
            auto mutating = [&, count = 2]() mutable {
                third = ++count;
            };
            door.post(mutating);  // a copy of it
            door.post(+[] { fourth = 4; });
        }).join();
        co_await coro::sleep(1ms);
    };
    coro::run(main(), virtual_clock());
    CHECK(first == 1);
    CHECK(second == 2);
    CHECK(third == 3);
    CHECK(fourth == 4);
}

TEST_CASE("remote: a callback runs and dies on the loop's thread, once") {
    struct tracker {
        std::vector<std::thread::id>* died_on;
        explicit tracker(std::vector<std::thread::id>& list) : died_on(&list) {}
        tracker(tracker&& other) noexcept : died_on(std::exchange(other.died_on, nullptr)) {}
        ~tracker() {
            if (died_on != nullptr) died_on->push_back(std::this_thread::get_id());
        }
    };
    std::vector<std::thread::id> died_on;
    std::vector<std::thread::id> ran_on;
    auto main = [&]() -> coro::task<> {
        std::thread([&, door = coro::remote()] {
            door.post(
                [&, kept = tracker(died_on)] { ran_on.push_back(std::this_thread::get_id()); });
        }).join();
        co_await coro::sleep(1ms);
    };
    coro::run(main(), virtual_clock());
    const std::vector<std::thread::id> once = {std::this_thread::get_id()};
    CHECK(ran_on == once);
    CHECK(died_on == once);
}

TEST_CASE("remote: a post of the loop's own thread runs in the next turn, in order") {
    std::string order;
    auto main = [&]() -> coro::task<> {
        const coro::remote door;
        door.post([&] { order += 'a'; });
        door.post([&, door] {
            order += 'b';
            door.post([&] { order += 'd'; });
        });
        door.post([&] { order += 'c'; });
        order += '-';
        co_await coro::sleep(1ms);
    };
    coro::run(main(), virtual_clock());
    CHECK(order == "-abcd");
}

TEST_CASE("remote: a callback may start a task") {
    int result = 0;
    auto main = [&]() -> coro::task<> {
        auto work = [](int& into) -> coro::task<> {
            co_await coro::sleep(1ms);
            into = 7;
        };
        std::thread([&, door = coro::remote()] {
            door.post([&] { coro::create_task(work(result), "posted"); });
        }).join();
        co_await coro::sleep(1s);
    };
    coro::run(main(), virtual_clock());
    CHECK(result == 7);
}

TEST_CASE("remote: what was taken before main ended still runs") {
    int ran = 0;
    auto main = [&]() -> coro::task<> {
        const coro::remote door;
        for (int i = 0; i != 1000; ++i) door.post([&] { ++ran; });
        co_return;
    };
    coro::run(main());
    CHECK(ran == 1000);
}

TEST_CASE("remote: what was taken still runs when main has failed") {
    auto load = std::make_shared<int>(0);
    auto main = [&]() -> coro::task<> {
        const coro::remote door;
        door.post([load] { ++*load; });
        throw std::runtime_error("main");
        co_return;
    };
    CHECK_THROWS_WITH_AS(coro::run(main()), "main", std::runtime_error);
    CHECK(*load == 1);
    CHECK(load.use_count() == 1);
}

TEST_CASE("remote: as long as one lives, waiting for it is no deadlock; then it is") {
    auto main = [](bool& told) -> coro::task<> {
        occurrence never;
        std::thread other([door = coro::remote()]() mutable {
            std::this_thread::sleep_for(20ms);
            const coro::remote gone = std::move(door);
        });
        other.detach();
        try {
            co_await never;
        } catch (const coro::cancelled&) {
            told = true;
            throw;
        }
    };
    bool told = false;
    CHECK_THROWS_AS(coro::run(main(told)), coro::deadlock_error);
    CHECK(told);
}

TEST_CASE("remote: there must be a loop to make one") {
    CHECK_THROWS_WITH_AS(coro::remote(),
                         doctest::Contains("coro::remote(): no event loop runs on this thread"),
                         coro::invalid_state);
}

TEST_CASE("loops: 20 of them on four threads, each with its own posts") {
    constexpr int threads = 4;
    constexpr int loops_each = 5;
    constexpr int posts = 500;
    std::atomic<int> good = 0;

    auto child = [](int number) -> coro::task<int> {
        co_await coro::sleep(std::chrono::microseconds(number));
        co_return number;
    };
    auto main = [&child]() -> coro::task<int> {
        int arrived = 0;
        occurrence all_here;
        std::thread other([&, door = coro::remote()] {
            for (int i = 0; i != posts; ++i)
                door.post([&] {
                    if (++arrived == posts) all_here.happen();
                });
        });
        const auto [one, two, three] = co_await coro::gather(child(100), child(50), child(1));
        co_await all_here;
        other.join();
        co_return one + two + three + arrived;
    };

    std::vector<std::thread> running;
    for (int i = 0; i != threads; ++i)
        running.emplace_back([&] {
            for (int loop = 0; loop != loops_each; ++loop)
                if (coro::run(main()) == 151 + posts) ++good;
        });
    for (std::thread& thread : running) thread.join();
    CHECK(good == threads * loops_each);
}

TEST_CASE("loops: two of them, each posting into the other") {
    constexpr int exchanges = 2000;
    std::atomic<coro::remote*> doors[2] = {};
    std::atomic<int> received[2] = {};

    auto player = [&](std::size_t self) -> coro::task<> {
        coro::remote door;
        doors[self] = &door;
        while (doors[1 - self] == nullptr) co_await coro::sleep(100us);
        const coro::remote other = *doors[1 - self];
        for (int i = 0; i != exchanges; ++i) {
            other.post([&received, self] { ++received[1 - self]; });
            co_await coro::yield();
        }
        while (received[self] != exchanges) co_await coro::sleep(100us);
        // The other one may still want to copy our door.
        while (received[1 - self] != exchanges) co_await coro::sleep(100us);
    };
    std::thread second([&] { coro::run(player(1)); });
    coro::run(player(0));
    second.join();
    CHECK(received[0] == exchanges);
    CHECK(received[1] == exchanges);
}

namespace {

coro::task<int> adds(int a, int b) {
    co_await coro::sleep(1ms);
    co_return a + b;
}

coro::task<> fails_slowly() {
    co_await coro::sleep(1ms);
    throw std::runtime_error("it broke over there");
}

coro::task<> sleeps_for_ever(std::atomic<int>& cancelled) {
    try {
        co_await coro::sleep(1h);
    } catch (const coro::cancelled&) {
        ++cancelled;
        throw;
    }
}

// Runs a loop that another thread may use, until `use(door)` has returned there.
template <class Use>
void with_other_thread(Use use) {
    const auto body = [&]() -> coro::task<> {
        occurrence over;
        std::thread other([door = coro::remote(), &use, &over] {
            use(door);
            door.post([&over] { over.happen(); });
        });
        co_await over;
        other.join();
    };
    coro::run(body());
}

}  // namespace

TEST_CASE("submit: the other thread waits for the result of its task") {
    with_other_thread([](const coro::remote& door) {
        auto sum = door.submit(adds(1, 2), "adding");
        REQUIRE(static_cast<bool>(sum));
        CHECK(sum.get() == 3);
        CHECK(sum.done());
        CHECK_THROWS_AS(sum.get(), coro::result_taken);
        CHECK_FALSE(sum.cancel());
    });
}

TEST_CASE("submit: what the task throws comes out of get()") {
    with_other_thread([](const coro::remote& door) {
        const auto broken = door.submit(fails_slowly());
        CHECK_THROWS_WITH_AS(broken.get(), "it broke over there", std::runtime_error);
    });
}

TEST_CASE("submit: a time limit, and a cancel from the other thread") {
    with_other_thread([](const coro::remote& door) {
        std::atomic<int> cancelled = 0;
        const auto sleeping = door.submit(sleeps_for_ever(cancelled));
        CHECK_FALSE(sleeping.wait_for(2ms));
        CHECK_FALSE(sleeping.done());
        CHECK(sleeping.cancel());
        CHECK_THROWS_AS(sleeping.get(), coro::cancelled);
        CHECK(cancelled == 1);
        CHECK(sleeping.wait_for(0s));
    });
}

TEST_CASE("submit: many threads at once") {
    const auto body = []() -> coro::task<> {
        constexpr int threads = 4;
        std::atomic<int> sum = 0;
        int left = threads;
        occurrence over;
        std::vector<std::thread> others;
        for (int i = 0; i != threads; ++i)
            others.emplace_back([door = coro::remote(), &sum, &left, &over] {
                for (int k = 0; k != 20; ++k) {
                    const auto one = door.submit(adds(k, 1));
                    sum += one.get();
                }
                door.post([&left, &over] {
                    if (--left == 0) over.happen();
                });
            });
        co_await over;
        for (std::thread& each : others) each.join();
        CHECK(sum == threads * (190 + 20));
    };
    coro::run(body());
}

TEST_CASE("submit: the end of the loop cancels the task, and get() says so") {
    std::atomic<int> cancelled = 0;
    std::optional<coro::remote> door;
    std::optional<coro::remote_task<>> running;
    const auto body = [&]() -> coro::task<> {
        door.emplace();
        running.emplace(door->submit(sleeps_for_ever(cancelled)));
        co_await coro::sleep(1ms);
    };
    coro::run(body());
    CHECK_THROWS_AS(running->get(), coro::cancelled);
    CHECK(cancelled == 1);
    const auto late = door->submit(adds(1, 1));
    CHECK_FALSE(static_cast<bool>(late));
    CHECK(late.done());
    CHECK_THROWS_AS(late.get(), coro::invalid_state);
}

TEST_CASE("submit: the loop's own thread may not wait for it, and is told so") {
    const auto body = []() -> coro::task<> {
        const coro::remote door;
        const auto sum = door.submit(adds(2, 2));
        CHECK_THROWS_AS(sum.get(), coro::invalid_state);
        co_await coro::sleep(5ms);
        CHECK(sum.get() == 4);
    };
    coro::run(body());
}

TEST_CASE("submit: a loop that only a submitted task's thread could reach is deadlocked") {
    const auto never = []() -> coro::task<> {
        occurrence nothing;
        co_await nothing;
    };
    std::optional<coro::remote_task<>> running;
    const auto body = [&]() -> coro::task<> {
        running.emplace(coro::remote().submit(never()));
        occurrence nothing;
        co_await nothing;
    };
    CHECK_THROWS_AS(coro::run(body()), coro::deadlock_error);
    CHECK_THROWS_AS(running->get(), coro::cancelled);
}

TEST_CASE("submit: what a loop has not come to at its end ends cancelled, and get() returns") {
    std::optional<coro::remote_task<int>> late;
    {
        const coro::event_loop loop(coro::clock_kind::virtual_time, coro::kernel_kind::automatic,
                                    nullptr);
        late.emplace(coro::remote().submit(adds(1, 1)));
        CHECK_FALSE(late->done());
    }  // as if it had given up
    CHECK(late->done());
    CHECK_THROWS_AS(late->get(), coro::cancelled);
}
