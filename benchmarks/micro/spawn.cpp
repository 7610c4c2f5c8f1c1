// A task's whole life: started with create_task, run in the next turn, ended, gone. In batches of
// 100 tasks per turn; the handles are dropped.

#include "sides.hpp"

#include <cstdint>

namespace micro {
namespace {

template <class side>
task_of<side> count(std::int64_t& ended) {
    ++ended;
    co_return;
}

template <class side>
task_of<side> measure(benchmark::State& state) {
    const std::int64_t batch = state.range(0);
    std::int64_t ended = 0;
    while (state.KeepRunningBatch(batch)) {
        for (std::int64_t i = 0; i != batch; ++i) side::spawn(count<side>(ended));
        co_await side::yield();
    }
    if (ended != state.iterations())
        state.SkipWithError("a task has not run to its end in the turn after its start");
}

template <class side>
void spawn(benchmark::State& state) {
    side::run(measure<side>(state));
    report_items(state, state.iterations());
}

BENCHMARK(spawn<floor_side>)->Name("floor/spawn")->Arg(100);
BENCHMARK(spawn<coro_side>)->Name("coro/spawn")->Arg(100);

}  // namespace
}  // namespace micro
