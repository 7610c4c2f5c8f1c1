// wait_for with a time limit that is not reached, race, and the cancel of a task that sleeps.
// What the floor has beside them: for wait_for it is coro itself, awaiting the same child without
// a limit; for race the floor's gather of two; for cancel a task that is spawned and yields once.

#include "sides.hpp"

#include <cstdint>

namespace micro {
namespace {

using namespace std::chrono_literals;

template <class side>
task_of<side, int> one() {
    co_return 1;
}

coro::task<> measure_bare(benchmark::State& state) {
    std::int64_t sum = 0;
    while (state.KeepRunning()) sum += co_await one<coro_side>();
    if (sum != state.iterations()) state.SkipWithError("a child has not run");
}
coro::task<> measure_wait_for(benchmark::State& state) {
    std::int64_t sum = 0;
    while (state.KeepRunning()) sum += co_await coro::wait_for(one<coro_side>(), 1h);
    if (sum != state.iterations()) state.SkipWithError("a child has not run");
}

floor::task<> measure_two(benchmark::State& state) {
    std::int64_t sum = 0;
    while (state.KeepRunning()) {
        std::vector<floor::task<int>> both;
        both.reserve(2);
        both.push_back(one<floor_side>());
        both.push_back(one<floor_side>());
        const auto results = co_await floor_side::gather(std::move(both));
        sum += results[0];
    }
    if (sum != state.iterations()) state.SkipWithError("a child has not run");
}
coro::task<> measure_race(benchmark::State& state) {
    std::int64_t sum = 0;
    while (state.KeepRunning()) {
        auto first = co_await coro::race(one<coro_side>(), one<coro_side>());
        sum += std::get<0>(first).value();
    }
    if (sum != state.iterations()) state.SkipWithError("the wrong one has won");
}

constexpr int batch = 100;

floor::task<> yields(std::int64_t& ended) {
    co_await floor_side::yield();
    ++ended;
}
floor::task<> measure_yielding(benchmark::State& state) {
    std::int64_t ended = 0;
    while (state.KeepRunningBatch(batch)) {
        for (int i = 0; i != batch; ++i) floor_side::spawn(yields(ended));
        co_await floor_side::yield();
        co_await floor_side::yield();
    }
    if (ended != state.iterations()) state.SkipWithError("a task has not ended");
}

coro::task<> sleeps() {
    co_await coro::sleep(1h);
}
coro::task<> measure_cancel(benchmark::State& state) {
    std::int64_t cancelled = 0;
    while (state.KeepRunningBatch(batch)) {
        std::vector<coro::task_handle<>> sleepers;
        sleepers.reserve(batch);
        for (int i = 0; i != batch; ++i) sleepers.push_back(coro::create_task(sleeps()));
        co_await coro::yield();
        for (const auto& each : sleepers) each.cancel();
        co_await coro::yield();
        for (const auto& each : sleepers) cancelled += each.cancelled() ? 1 : 0;
    }
    if (cancelled != state.iterations()) state.SkipWithError("a cancelled task has not ended");
}

template <auto measure>
void run(benchmark::State& state) {
    coro::run(measure(state));
    report_items(state, state.iterations());
}
template <auto measure>
void run_floor(benchmark::State& state) {
    floor::run(measure(state));
    report_items(state, state.iterations());
}

BENCHMARK(run<measure_bare>)->Name("floor/wait_for");
BENCHMARK(run<measure_wait_for>)->Name("coro/wait_for");
BENCHMARK(run_floor<measure_two>)->Name("floor/race");
BENCHMARK(run<measure_race>)->Name("coro/race");
BENCHMARK(run_floor<measure_yielding>)->Name("floor/cancel");
BENCHMARK(run<measure_cancel>)->Name("coro/cancel");

}  // namespace
}  // namespace micro
