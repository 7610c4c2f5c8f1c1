// The round trip of a yield: to the back of the ready queue, and on again. With one task, with
// 100 and with 10,000 that all yield; and the same with one timer and one read armed, which is
// what a busy server looks like: the loop has to look at its clock and at the ring as it goes.

#include "sides.hpp"

#include <cstdint>
#include <sys/eventfd.h>
#include <unistd.h>

namespace micro {
namespace {

constexpr int batch = 64;

template <class side>
task_of<side> yield_until(const bool& stop) {
    while (!stop) co_await side::yield();
}

template <class side>
task_of<side> sleep_until(const bool& stop, int& ended) {
    while (!stop) co_await side::sleep(std::chrono::milliseconds(20));
    ++ended;
}

template <class side>
task_of<side> read_once(typename side::reader& reader, int descriptor, int& ended) {
    std::uint64_t count = 0;
    const int length = co_await reader.read(descriptor, &count, sizeof count);
    ended += length == sizeof count && count == 1 ? 1 : 100;
}

// The task that is measured is one of them, so that one iteration of it is one turn of the loop.
template <class side>
task_of<side> measure(benchmark::State& state) {
    bool stop = false;
    for (std::int64_t others = state.range(0) - 1; others > 0; --others)
        side::spawn(yield_until<side>(stop));
    while (state.KeepRunningBatch(batch))
        for (int i = 0; i != batch; ++i) co_await side::yield();
    stop = true;
    co_await side::yield();
}

template <class side>
void yield(benchmark::State& state) {
    side::run(measure<side>(state));
    report_items(state, state.iterations() * state.range(0));
}

template <class side>
task_of<side> measure_armed(benchmark::State& state) {
    typename side::reader reader;
    const int descriptor = eventfd(0, EFD_CLOEXEC);
    bool stop = false;
    int ended = 0;
    side::spawn(sleep_until<side>(stop, ended));
    side::spawn(read_once<side>(reader, descriptor, ended));
    co_await side::yield();
    co_await measure<side>(state);
    stop = true;
    eventfd_write(descriptor, 1);
    while (ended < 2) co_await side::yield();
    if (ended != 2) state.SkipWithError("the read that was armed did not bring what was written");
    close(descriptor);
}

template <class side>
void yield_armed(benchmark::State& state) {
    side::run(measure_armed<side>(state));
    report_items(state, state.iterations() * state.range(0));
}

BENCHMARK(yield<floor_side>)->Name("floor/yield")->Arg(1)->Arg(100)->Arg(10'000);
BENCHMARK(yield<coro_side>)->Name("coro/yield")->Arg(1)->Arg(100)->Arg(10'000);
BENCHMARK(yield_armed<floor_side>)->Name("floor/yield_armed")->Arg(1)->Arg(100)->Arg(10'000);
BENCHMARK(yield_armed<coro_side>)->Name("coro/yield_armed")->Arg(1)->Arg(100)->Arg(10'000);

}  // namespace
}  // namespace micro
