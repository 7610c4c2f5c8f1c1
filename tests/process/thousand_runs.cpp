// As many runs, one after the other, as the argument says, with every kind of
// end. Tells how many descriptors were open before and after.

#include "program.hpp"

#include <dirent.h>
#include <stdexcept>

using namespace std::chrono_literals;

namespace thousand_runs {

int open_descriptors() {
    int count = 0;
    DIR* folder = ::opendir("/proc/self/fd");
    if (folder == nullptr) std::abort();
    while (::readdir(folder) != nullptr) ++count;
    ::closedir(folder);
    return count - 3;  // ".", ".." and the folder's own
}

coro::task<> long_sleep() {
    co_await coro::sleep(1h);
}

coro::task<int> good(int number) {
    co_await coro::gather(coro::create_task(coro::task<>(long_sleep())), long_sleep());
    co_return number;
}

coro::task<> bad() {
    coro::create_task(long_sleep());
    co_await coro::sleep(1ms);
    throw std::runtime_error("bad");
}

coro::task<> stuck() {
    program::occurrence never;
    co_await never;
}

template <class Error>
int failed(coro::task<> main) {
    coro::run_options options;
    options.clock = coro::clock_kind::virtual_time;
    try {
        coro::run(std::move(main), options);
    } catch (const Error&) {
        return 1;
    }
    return 0;
}

int start(int count, char** arguments) {
    const long runs = program::number(count, arguments, 1);
    coro::run_options options;
    options.clock = coro::clock_kind::virtual_time;

    const int before = open_descriptors();
    int ended_well = 0;
    int ended_badly = 0;
    int deadlocked = 0;
    for (long i = 0; i != runs; ++i) {
        if (i % 4 == 1)
            ended_badly += failed<std::runtime_error>(bad());
        else if (i % 4 == 2)
            deadlocked += failed<coro::deadlock_error>(stuck());
        else if (coro::run(good(7), options) == 7)
            ++ended_well;
    }
    program::tell("{} well, {} badly, {} deadlocked", ended_well, ended_badly, deadlocked);
    program::tell("descriptors: {} before, {} after", before, open_descriptors());
    return 0;
}

const program::entry here("thousand_runs", start);

}  // namespace thousand_runs
