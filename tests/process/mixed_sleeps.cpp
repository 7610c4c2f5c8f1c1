// 100 tasks that sleep 100 times each, for lengths between less than nothing
// and a second, many of them equal: always the same, so that two traces of it
// can be compared. Tells how many sleeps there were, and when the last ended.

#include "program.hpp"

#include <cstdint>
#include <random>
#include <vector>

using namespace std::chrono_literals;

namespace mixed_sleeps {

int sleeps = 0;

coro::task<std::uint32_t> several_sleeps(std::uint32_t seed) {
    std::minstd_rand numbers(seed);
    for (int i = 0; i != 100; ++i) {
        const auto kind = numbers() % 8;
        const std::chrono::microseconds length(numbers() % 1'000'000);
        if (kind == 0)
            co_await coro::sleep(0s);
        else if (kind == 1)
            co_await coro::sleep(-length);
        else if (kind == 2)
            co_await coro::sleep(10ms);
        else if (kind == 3)
            co_await coro::sleep_until(coro::clock::now() + length);
        else
            co_await coro::sleep(length);
        ++sleeps;
    }
    co_return seed;
}

coro::task<> main_task() {
    const coro::clock::time_point start = coro::clock::now();
    std::vector<coro::task<std::uint32_t>> sleepers;
    for (std::uint32_t seed = 1; seed != 101; ++seed) sleepers.push_back(several_sleeps(seed));
    const std::vector<std::uint32_t> seeds = co_await coro::gather(std::move(sleepers));
    coro::println("{} tasks, {} sleeps, {} ns", seeds.size(), sleeps,
                  (coro::clock::now() - start).count());
}

int start(int, char**) {
    coro::run(main_task());
    return 0;
}

const program::entry here("mixed_sleeps", start);

}  // namespace mixed_sleeps
