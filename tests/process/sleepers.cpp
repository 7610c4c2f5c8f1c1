// So many tasks asleep at once as the argument says. Tells the memory that one
// of them takes, all included.

#include "program.hpp"

#include <vector>

using namespace std::chrono_literals;

namespace sleepers {

long resident_bytes() {
    std::FILE* file = std::fopen("/proc/self/statm", "r");
    long size = 0;
    long resident = 0;
    if (file == nullptr || std::fscanf(file, "%ld %ld", &size, &resident) != 2) std::abort();
    std::fclose(file);
    return resident * ::sysconf(_SC_PAGESIZE);
}

long awake = 0;

coro::task<> sleeper() {
    co_await coro::sleep(1h);
    ++awake;
}

coro::task<> main_task(long count) {
    const coro::clock::time_point start = coro::clock::now();
    const long before = resident_bytes();
    for (long i = 0; i != count; ++i) coro::create_task(sleeper());
    co_await coro::sleep(30min);
    program::tell("{} tasks asleep, {} awake, {} bytes each", count, awake,
                  (resident_bytes() - before) / count);
    // Behind them all, since it sets its timer after theirs.
    co_await coro::sleep(30min);
    program::tell("{} awake after {} s", awake, (coro::clock::now() - start) / 1s);
}

int start(int count, char** arguments) {
    coro::run(main_task(program::number(count, arguments, 1)));
    return 0;
}

const program::entry here("sleepers", start);

}  // namespace sleepers
