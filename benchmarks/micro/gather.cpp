// gather over 2, 100 and 10,000 children that complete at once: for each child, from making its
// coroutine to its result in the vector.

#include "sides.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace micro {
namespace {

template <class side>
task_of<side, int> child(int value) {
    co_return value;
}

template <class side>
task_of<side> measure(benchmark::State& state) {
    const int count = static_cast<int>(state.range(0));
    while (state.KeepRunning()) {
        std::vector<task_of<side, int>> children;
        children.reserve(static_cast<std::size_t>(count));
        for (int i = 0; i != count; ++i) children.push_back(child<side>(i));
        const std::vector<int> results = co_await side::gather(std::move(children));
        if (results.size() != static_cast<std::size_t>(count) || results.back() != count - 1)
            state.SkipWithError("gather gave wrong results");
    }
}

template <class side>
void gather(benchmark::State& state) {
    side::run(measure<side>(state));
    report_items(state, state.iterations() * state.range(0));
}

BENCHMARK(gather<floor_side>)->Name("floor/gather")->Arg(2)->Arg(100)->Arg(10'000);
BENCHMARK(gather<coro_side>)->Name("coro/gather")->Arg(2)->Arg(100)->Arg(10'000);

}  // namespace
}  // namespace micro
