// as_completed and wait: many tasks that complete at once, awaited in the order in which they do,
// or all together. The floor spawns as many, and hears of none.

#include "sides.hpp"

#include <cstdint>

namespace micro {
namespace {

template <class side>
task_of<side> count(std::int64_t& ended) {
    ++ended;
    co_return;
}

task_of<floor_side> measure_floor(benchmark::State& state) {
    const std::int64_t batch = state.range(0);
    std::int64_t ended = 0;
    while (state.KeepRunningBatch(batch)) {
        for (std::int64_t i = 0; i != batch; ++i) floor_side::spawn(count<floor_side>(ended));
        co_await floor_side::yield();
    }
    if (ended != state.iterations()) state.SkipWithError("a task has not run to its end");
}

std::vector<coro::task_handle<>> started(std::int64_t how_many, std::int64_t& ended) {
    std::vector<coro::task_handle<>> handles;
    handles.reserve(static_cast<std::size_t>(how_many));
    for (std::int64_t i = 0; i != how_many; ++i)
        handles.push_back(coro::create_task(count<coro_side>(ended)));
    return handles;
}

coro::task<> measure_as_completed(benchmark::State& state) {
    const std::int64_t batch = state.range(0);
    std::int64_t ended = 0;
    std::int64_t seen = 0;
    while (state.KeepRunningBatch(batch)) {
        const auto handles = started(batch, ended);
        for (auto& next : coro::as_completed(handles)) {
            const auto one = co_await next;
            seen += one.result.has_value() ? 1 : 0;
        }
    }
    if (ended != state.iterations() || seen != ended)
        state.SkipWithError("as_completed has missed one");
}

coro::task<> measure_wait(benchmark::State& state) {
    const std::int64_t batch = state.range(0);
    std::int64_t ended = 0;
    std::int64_t seen = 0;
    while (state.KeepRunningBatch(batch)) {
        const auto handles = started(batch, ended);
        const auto sorted = co_await coro::wait(handles);
        seen += static_cast<std::int64_t>(sorted.done.size());
    }
    if (ended != state.iterations() || seen != ended) state.SkipWithError("wait has missed one");
}

template <auto measure>
void run(benchmark::State& state) {
    coro::run(measure(state));
    report_items(state, state.iterations());
}
void run_floor(benchmark::State& state) {
    floor::run(measure_floor(state));
    report_items(state, state.iterations());
}

BENCHMARK(run_floor)->Name("floor/as_completed")->Arg(1000);
BENCHMARK(run<measure_as_completed>)->Name("coro/as_completed")->Arg(1000);
BENCHMARK(run_floor)->Name("floor/wait")->Arg(1000);
BENCHMARK(run<measure_wait>)->Name("coro/wait")->Arg(1000);

}  // namespace
}  // namespace micro
