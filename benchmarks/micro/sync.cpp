// Semaphore, mutex and queue. Without contention: nobody waits, and there is no trip through the
// loop; the floor awaits something that is ready. Handed over, between two tasks: every acquire
// waits, and every release makes the other task ready, so that a hand-over is one step of one task,
// and a turn of the loop; on the floor one task yields.

#include "sides.hpp"

#include <cstdint>

namespace micro {
namespace {

constexpr int tasks = 2;

template <class side>
task_of<side> yield_until(const bool& stop) {
    while (!stop) co_await side::yield();
}

floor::task<> measure_yield(benchmark::State& state) {
    bool stop = false;
    for (std::int64_t i = 1; i < state.range(0); ++i) floor_side::spawn(yield_until<floor_side>(stop));
    while (state.KeepRunning()) co_await floor_side::yield();
    stop = true;
    co_await floor_side::yield();
}

struct always_ready {
    bool await_ready() const noexcept { return true; }
    void await_suspend(floor::handle) const noexcept {}
    void await_resume() const noexcept {}
};

floor::task<> measure_ready(benchmark::State& state) {
    while (state.KeepRunning()) {
        co_await always_ready();
        benchmark::ClobberMemory();
    }
}

coro::task<> measure_free_semaphore(benchmark::State& state) {
    coro::semaphore limit(1);
    while (state.KeepRunning()) const auto permit = co_await limit.acquire();
}
coro::task<> measure_free_mutex(benchmark::State& state) {
    coro::mutex lock;
    while (state.KeepRunning()) const auto held = co_await lock.lock();
}

// All of them stand in line for the one permit. The one that is measured is one of them, so that
// an iteration of it is one hand-over to each.
template <class limit_type, auto acquire>
coro::task<> acquire_until(limit_type& limit, const bool& stop) {
    while (!stop) const auto held = co_await (limit.*acquire)();
}

template <class limit_type, auto acquire>
coro::task<> measure_contended(limit_type& limit, benchmark::State& state) {
    bool stop = false;
    std::vector<coro::task_handle<>> others;
    {
        const auto first = co_await (limit.*acquire)();
        for (int i = 1; i < tasks; ++i)
            others.push_back(coro::create_task(acquire_until<limit_type, acquire>(limit, stop)));
        co_await coro::yield();
    }
    while (state.KeepRunning()) const auto held = co_await (limit.*acquire)();
    stop = true;
    co_await coro::gather(others);
}

coro::task<> measure_semaphore(benchmark::State& state) {
    coro::semaphore limit(1);
    co_await measure_contended<coro::semaphore, &coro::semaphore::acquire>(limit, state);
}
coro::task<> measure_mutex(benchmark::State& state) {
    coro::mutex lock;
    co_await measure_contended<coro::mutex, &coro::mutex::lock>(lock, state);
}

// Two tasks throw a number to each other: there and back are two hand-overs.
coro::task<> returns(coro::queue<int>& from, coro::queue<int>& to) {
    for (;;) {
        const int number = co_await from.get();
        if (number < 0) co_return;
        co_await to.put(number);
    }
}
coro::task<> measure_queue(benchmark::State& state) {
    coro::queue<int> there(1);
    coro::queue<int> back(1);
    const auto other = coro::create_task(returns(there, back));
    co_await coro::yield();
    std::int64_t sum = 0;
    while (state.KeepRunning()) {
        co_await there.put(1);
        sum += co_await back.get();
    }
    co_await there.put(-1);
    co_await other;
    if (sum != state.iterations()) state.SkipWithError("a number was lost");
}

template <auto measure, int each>
void run(benchmark::State& state) {
    coro::run(measure(state));
    report_items(state, state.iterations() * each);
}
template <auto measure>
void run_floor(benchmark::State& state) {
    floor::run(measure(state));
    report_items(state, state.iterations() * state.range(0));
}

BENCHMARK(run_floor<measure_ready>)->Name("floor/semaphore_free")->Arg(1);
BENCHMARK(run<measure_free_semaphore, 1>)->Name("coro/semaphore_free")->Arg(1);
BENCHMARK(run_floor<measure_ready>)->Name("floor/mutex_free")->Arg(1);
BENCHMARK(run<measure_free_mutex, 1>)->Name("coro/mutex_free")->Arg(1);
BENCHMARK(run_floor<measure_yield>)->Name("floor/semaphore")->Arg(1);
BENCHMARK(run<measure_semaphore, tasks>)->Name("coro/semaphore")->Arg(1);
BENCHMARK(run_floor<measure_yield>)->Name("floor/mutex")->Arg(1);
BENCHMARK(run<measure_mutex, tasks>)->Name("coro/mutex")->Arg(1);
BENCHMARK(run_floor<measure_yield>)->Name("floor/queue")->Arg(1);
BENCHMARK(run<measure_queue, 2>)->Name("coro/queue")->Arg(1);

}  // namespace
}  // namespace micro
