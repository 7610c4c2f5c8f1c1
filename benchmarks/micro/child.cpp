// What it costs to await a coroutine that completes at once: its frame, its start, its result,
// and the way back to the parent.

#include "sides.hpp"

#include <cstdint>

namespace micro {
namespace {

constexpr int batch = 64;

template <class side>
task_of<side, int> child(int value) {
    co_return value;
}

template <class side>
task_of<side> measure(benchmark::State& state) {
    std::int64_t sum = 0;
    while (state.KeepRunningBatch(batch)) {
        for (int i = 0; i != batch; ++i) {
            const int value = co_await child<side>(i);
            sum += value;
        }
    }
    if (sum != state.iterations() / batch * (batch * (batch - 1) / 2))
        state.SkipWithError("a child gave a wrong result");
}

template <class side>
void child_await(benchmark::State& state) {
    side::run(measure<side>(state));
    report_items(state, state.iterations());
}

BENCHMARK(child_await<floor_side>)->Name("floor/child_await");
BENCHMARK(child_await<coro_side>)->Name("coro/child_await");

}  // namespace
}  // namespace micro
