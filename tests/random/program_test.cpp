// The programs, and what they notice of themselves while they run: each instrument
// complains about what it is for.

#include "generate.hpp"
#include "listener.hpp"
#include "run_program.hpp"
#include "shrink.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

namespace {

using namespace random_programs;

// Runs it on the virtual clock, with a listener; gives what was found wrong.
template <class Body>
std::vector<std::string> faults_of(Body& body) {
    result noted;
    world in(noted);
    listener all(in);
    coro::run_options options;
    options.clock = coro::clock_kind::virtual_time;
    options.observer = &all;
    coro::run(body(in), options);
    return noted.faults;
}

bool among(const std::vector<std::string>& faults, const std::string& part) {
    return std::any_of(faults.begin(), faults.end(), [&](const std::string& each) {
        return each.find(part) != std::string::npos;
    });
}

coro::task<> stays(presence) {
    co_await coro::sleep(std::chrono::seconds(1));
}

}  // namespace

TEST_CASE("random programs: a seed always makes the same one") {
    CHECK(print(generate(7)) == print(generate(7)));
    CHECK(print(generate(7)) != print(generate(8)));
    int most = 0;
    for (std::uint64_t seed = 1; seed != 200; ++seed) {
        block program = generate(seed);
        most = std::max(most, number_actions(program));
    }
    CHECK(most > 30);
    CHECK(most < 120);
}

TEST_CASE("random programs: one that breaks something is made small") {
    const auto has_a_race = [](const block& program) {
        return print(program).find(" race\n") != std::string::npos;
    };
    std::uint64_t seed = 1;
    while (!has_a_race(generate(seed))) ++seed;
    block small = shrink(generate(seed), has_a_race);
    CHECK(number_actions(small) == 1);
    CHECK(small[0].kind == action_kind::race);
}

TEST_CASE("random programs: an owner that goes on before its children is noticed") {
    const action here;
    auto body = [&](world& in) -> coro::task<> {
        {
            owner leaves(in, here);
            coro::create_task(stays(leaves.child()));
        }
        owner waits(in, here);
        const auto child = coro::create_task(stays(waits.child()));
        co_await child;
    };
    CHECK(faults_of(body) ==
          std::vector<std::string>{"#0 yield: goes on while a child has not ended"});
}

TEST_CASE("random programs: a request that an owner takes back from somebody else is noticed") {
    const action here;
    auto body = [&](world& in) -> coro::task<> {
        const auto other = coro::create_task(stays(presence(in)));
        {
            const owner takes(in, here);
            coro::current_task().cancel();
            coro::current_task().uncancel();
        }
        other.cancel();
        co_return;
    };
    CHECK(among(faults_of(body), "a request of somebody else was taken back"));
}

TEST_CASE("random programs: more holders than may be are noticed") {
    const action here;
    auto body = [&](world& in) -> coro::task<> {
        const holding one(in, here, in.permit_holders[1], 2);
        const holding two(in, here, in.permit_holders[1], 2);
        CHECK(in.noted.faults.empty());
        const holding three(in, here, in.permit_holders[1], 2);
        co_return;
    };
    CHECK(among(faults_of(body), "more hold it than may"));
}

TEST_CASE("random programs: who waits in vain is noticed when nobody is ready") {
    auto body = [](world& in) -> coro::task<> {
        const in_line for_an_event(in.waiters.events[0]);
        co_await coro::sleep(std::chrono::seconds(1));
        CHECK(in.noted.faults.empty());
        in.events[0].set();
        const in_line for_a_mutex(in.waiters.mutexes[1]);
        co_await coro::sleep(std::chrono::seconds(1));
    };
    const std::vector<std::string> faults = faults_of(body);
    CHECK(faults.size() == 2);
    CHECK(among(faults, "somebody waits in vain for an event"));
    CHECK(among(faults, "somebody waits in vain for a mutex"));
}

TEST_CASE("random programs: a cancel that does not end a wait is noticed") {
    class deaf final : public coro::awaiter, public coro::operation {
    public:
        deaf() noexcept {}
        bool await_ready() const noexcept { return false; }
        void await_suspend(std::coroutine_handle<coro::promise<void>> h) {
            begin();
            suspend(h);
        }
        void await_resume() const noexcept {}
        void cancel() noexcept override {}
        void run() noexcept override { complete(); }
        [[nodiscard]] coro::wait_info describe() const noexcept override {
            return coro::wait_info("deaf");
        }
    };
    deaf wait;
    auto waits = [&]() -> coro::task<> {
        co_await wait;
    };
    auto body = [&](world&) -> coro::task<> {
        const auto waiting = coro::create_task(waits());
        co_await coro::sleep(std::chrono::seconds(1));
        waiting.cancel();
        co_await coro::sleep(std::chrono::seconds(1));
        wait.run();
        co_await waiting;
    };
    CHECK(faults_of(body) == std::vector<std::string>{"task 2: a cancel does not end its wait"});
}
