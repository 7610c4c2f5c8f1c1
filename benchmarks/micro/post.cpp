// Posting a callback into the loop from another thread.
//
// - post: one thread posts as fast as it can while the loop sleeps, wakes and runs the callbacks;
//   per post, both threads at work.
// - wake: the loop is asleep; from the moment before the post to the callback.

#include "sides.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

namespace micro {
namespace {

constexpr std::int64_t burst = 100'000;

template <class side>
task_of<side> measure_posts(benchmark::State& state) {
    typename side::remote loop;
    while (state.KeepRunningBatch(burst)) {
        typename side::gate last;
        std::int64_t ran = 0;
        std::thread poster([&] {
            for (std::int64_t i = 0; i != burst; ++i)
                loop.post([&] {
                    if (++ran == burst) last.open();
                });
        });
        co_await last;
        poster.join();
    }
}

template <class side>
void post(benchmark::State& state) {
    side::run(measure_posts<side>(state));
    report_items(state, state.iterations());
}

template <class side>
task_of<side> measure_wake(benchmark::State& state) {
    typename side::remote loop;
    std::atomic<typename side::gate*> wanted{nullptr};
    std::atomic<bool> stop{false};
    std::int64_t posted = 0;
    std::int64_t ran = 0;
    std::thread poster([&] {
        while (!stop.load()) {
            auto* const gate = wanted.exchange(nullptr);
            if (gate == nullptr) continue;
            // Long enough for the loop to fall asleep.
            const std::int64_t until = floor::clock_now() + 50'000;
            while (floor::clock_now() < until) {
            }
            posted = floor::clock_now();
            loop.post([&, gate] {
                ran = floor::clock_now();
                gate->open();
            });
        }
    });
    while (state.KeepRunning()) {
        typename side::gate gate;
        wanted = &gate;
        co_await gate;
        state.SetIterationTime(static_cast<double>(ran - posted) * 1e-9);
    }
    stop = true;
    poster.join();
}

template <class side>
void wake(benchmark::State& state) {
    side::run(measure_wake<side>(state));
    report_items(state, state.iterations());
}

BENCHMARK(post<floor_side>)->Name("floor/post")->UseRealTime();
BENCHMARK(post<coro_side>)->Name("coro/post")->UseRealTime();
BENCHMARK(wake<floor_side>)->Name("floor/wake")->UseManualTime();
BENCHMARK(wake<coro_side>)->Name("coro/wake")->UseManualTime();

}  // namespace
}  // namespace micro
