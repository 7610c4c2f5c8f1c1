// What a sleep costs, and how late it ends.
//
// - timers: many tasks sleep for different short times, all of which have passed when the last
//   one has been started. So nothing waits, and what is measured is the work: a task and its
//   end, a timer set and fired.
// - late: the same number of tasks, due at random moments of a second or more; how much later
//   than that each goes on. This includes what the system adds when it wakes a thread.

#include "fresh.hpp"
#include "sides.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace micro {
namespace {

using std::chrono::nanoseconds;

// The same pseudo-random numbers on both sides (xorshift).
class random_numbers {
public:
    std::int64_t below(std::int64_t limit) noexcept {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return static_cast<std::int64_t>(state_ % static_cast<std::uint64_t>(limit));
    }

private:
    std::uint64_t state_ = 88172645463325252U;
};

template <class side>
task_of<side, int> sleep_for(nanoseconds length) {
    co_await side::sleep(length);
    co_return 1;
}

template <class side>
task_of<side> measure(benchmark::State& state) {
    constexpr std::int64_t apart = 50;
    const std::int64_t count = state.range(0);
    while (state.KeepRunning()) {
        random_numbers random;
        std::vector<task_of<side, int>> sleepers;
        sleepers.reserve(static_cast<std::size_t>(count));
        for (std::int64_t i = 0; i != count; ++i)
            sleepers.push_back(sleep_for<side>(nanoseconds(1 + random.below(count * apart))));
        const std::vector<int> results = co_await side::gather(std::move(sleepers));
        if (results.size() != static_cast<std::size_t>(count))
            state.SkipWithError("a sleeper is missing");
    }
}

template <class side>
void timers(benchmark::State& state) {
    side::run(measure<side>(state));
    report_items(state, state.iterations() * state.range(0));
}

template <class side>
task_of<side> sleep_and_look(nanoseconds length, std::vector<std::int64_t>& late) {
    const std::int64_t due = floor::clock_now() + length.count();
    co_await side::sleep(length);
    late.push_back(floor::clock_now() - due);
}

// The sleepers start in small groups, because the floor takes the time of its turn for that of
// each sleep in it.
template <class side>
task_of<side> measure_lateness(std::int64_t count, std::vector<std::int64_t>& late) {
    constexpr std::int64_t group = 64;
    const std::int64_t start = floor::clock_now();
    const std::int64_t begin = 500'000'000 + count * 1'000;
    const std::int64_t length = std::max<std::int64_t>(1'000'000'000, count * 4'000);
    random_numbers random;
    for (std::int64_t i = 0; i != count; ++i) {
        if (i % group == 0) co_await side::yield();
        const std::int64_t due = start + begin + random.below(length);
        side::spawn(sleep_and_look<side>(nanoseconds(due - floor::clock_now()), late));
    }
    while (late.size() != static_cast<std::size_t>(count))
        co_await side::sleep(std::chrono::milliseconds(100));
}

template <class side>
void lateness(benchmark::State& state) {
    const std::int64_t count = state.range(0);
    for (auto _ : state) {
        std::vector<std::int64_t> late;
        late.reserve(static_cast<std::size_t>(count));
        side::run(measure_lateness<side>(count, late));
        std::sort(late.begin(), late.end());
        const auto microseconds = [&](double share) {
            const auto at = static_cast<std::size_t>(share * static_cast<double>(count - 1));
            return static_cast<double>(late[at]) * 1e-3;
        };
        state.counters["late_us_min"] = microseconds(0);
        state.counters["late_us_median"] = microseconds(0.5);
        state.counters["late_us_99"] = microseconds(0.99);
        state.counters["late_us_max"] = microseconds(1);
    }
}

BENCHMARK(timers<floor_side>)->Name("floor/timers")->Arg(1'000)->Arg(100'000)->Arg(1'000'000);
BENCHMARK(timers<coro_side>)->Name("coro/timers")->Arg(1'000)->Arg(100'000)->Arg(1'000'000);
BENCHMARK(lateness<floor_side>)
    ->Name("floor/late")
    ->Arg(1'000)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Iterations(1);
BENCHMARK(lateness<coro_side>)
    ->Name("coro/late")
    ->Arg(1'000)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Iterations(1);

}  // namespace
}  // namespace micro
