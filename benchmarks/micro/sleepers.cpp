// Many tasks that sleep, each experiment in a fresh process:
//
// - two_seconds: N tasks sleep 2 s side by side; what the whole takes beyond the 2 s, and its CPU.
// - sleeping: what a sleeping task costs in memory, everything included: its frame, its task, its
//   timer, its places in the loop's queues. Seen from outside (resident) and by malloc (allocated).
// - idle: the CPU time a loop uses while it waits for a timer and for other threads.

#include "fresh.hpp"
#include "sides.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace micro {
namespace {

using namespace std::chrono_literals;

template <class side>
task_of<side, int> sleep_for(std::chrono::nanoseconds length) {
    co_await side::sleep(length);
    co_return 1;
}

template <class side>
task_of<side> sleep_two_seconds(std::int64_t count) {
    std::vector<task_of<side, int>> sleepers;
    sleepers.reserve(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i != count; ++i) sleepers.push_back(sleep_for<side>(2s));
    const std::vector<int> results = co_await side::gather(std::move(sleepers));
    if (results.size() != static_cast<std::size_t>(count)) std::abort();
}

template <class side>
void two_seconds(std::int64_t count) {
    const std::int64_t start = floor::clock_now();
    const double cpu = cpu_seconds();
    side::run(sleep_two_seconds<side>(count));
    const double took = static_cast<double>(floor::clock_now() - start) * 1e-6;
    report_and_exit({{"beyond_ms", took - 2000}, {"cpu_ms", (cpu_seconds() - cpu) * 1e3}});
}

constexpr std::chrono::nanoseconds long_enough = 1h;

template <class side>
task_of<side> sleep_long(std::int64_t& asleep) {
    ++asleep;
    co_await side::sleep(long_enough);
}

template <class side>
task_of<side> fall_asleep(std::int64_t count) {
    const double resident = resident_bytes();
    const double allocated = allocated_bytes();
    std::int64_t asleep = 0;
    for (std::int64_t i = 0; i != count; ++i) side::spawn(sleep_long<side>(asleep));
    co_await side::yield();
    if (asleep != count) std::abort();
    const double tasks = static_cast<double>(count);
    report_and_exit({{"bytes", (resident_bytes() - resident) / tasks},
                     {"allocated", (allocated_bytes() - allocated) / tasks},
                     {"process_mb", resident_bytes() * 1e-6}});
}

template <class side>
void sleeping(std::int64_t count) {
    side::run(fall_asleep<side>(count));
}

template <class side>
task_of<side> wait_idly(std::int64_t milliseconds) {
    typename side::remote others;
    const double cpu = cpu_seconds();
    co_await side::sleep(std::chrono::milliseconds(milliseconds));
    report_and_exit({{"cpu_ms", (cpu_seconds() - cpu) * 1e3}});
}

template <class side>
void idle(std::int64_t milliseconds) {
    side::run(wait_idly<side>(milliseconds));
}

const bool added[] = {
    add_experiment("floor/two_seconds", two_seconds<floor_side>),
    add_experiment("coro/two_seconds", two_seconds<coro_side>),
    add_experiment("floor/sleeping", sleeping<floor_side>),
    add_experiment("coro/sleeping", sleeping<coro_side>),
    add_experiment("floor/idle", idle<floor_side>),
    add_experiment("coro/idle", idle<coro_side>),
};

void fresh(benchmark::State& state, const char* name) {
    for (auto _ : state)
        for (const auto& [figure, value] : run_fresh(name, state.range(0)))
            state.counters[figure] = value;
}

BENCHMARK_CAPTURE(fresh, , "floor/two_seconds")
    ->Name("floor/two_seconds")
    ->Arg(100'000)
    ->Iterations(1);
BENCHMARK_CAPTURE(fresh, , "coro/two_seconds")
    ->Name("coro/two_seconds")
    ->Arg(100'000)
    ->Iterations(1);
BENCHMARK_CAPTURE(fresh, , "floor/sleeping")
    ->Name("floor/sleeping")
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Iterations(1);
BENCHMARK_CAPTURE(fresh, , "coro/sleeping")
    ->Name("coro/sleeping")
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Iterations(1);
BENCHMARK_CAPTURE(fresh, , "floor/idle")->Name("floor/idle")->Arg(2'000)->Iterations(1);
BENCHMARK_CAPTURE(fresh, , "coro/idle")->Name("coro/idle")->Arg(2'000)->Iterations(1);

}  // namespace
}  // namespace micro
