// Yields a given number of times, in one task or in several that take turns, and does nothing
// else. Run under callgrind for N and for 2 N yields, it gives the instructions of one yield
// exactly: what starts and ends the loop cancels out. tests/test_observer_cost.py compares a build
// that lets an observer watch the loop with one that does not.

#include <coro/coro.hpp>

#include <cstdio>
#include <cstdlib>

namespace {

coro::task<> yield_times(long count) {
    for (long i = 0; i != count; ++i) co_await coro::yield();
}

coro::task<> yield_in(long tasks, long count) {
    for (long i = 1; i < tasks; ++i) coro::create_task(yield_times(count));
    co_await yield_times(count);
}

}  // namespace

int main(int argument_count, char** arguments) {
    const long tasks = argument_count == 3 ? std::atol(arguments[1]) : 0;
    const long yields = argument_count == 3 ? std::atol(arguments[2]) : 0;
    if (tasks < 1 || yields < 1 || yields % tasks != 0) {
        std::fprintf(stderr,
                     "usage: yield_count TASKS YIELDS, so many yields in all: a multiple\n");
        return 2;
    }
    coro::run(yield_in(tasks, yields / tasks));
}
