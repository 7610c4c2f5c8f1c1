// A loop with nothing to do for a second: "timer" sleeps, "remote" waits for
// another thread to post. Tells what the loop's thread has used meanwhile.

#include "program.hpp"

#include <string_view>
#include <sys/resource.h>
#include <thread>

using namespace std::chrono_literals;

namespace idle {

rusage used_by_this_thread() {
    rusage used = {};
    ::getrusage(RUSAGE_THREAD, &used);
    return used;
}

long microseconds(const rusage& used) {
    return (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1'000'000 + used.ru_utime.tv_usec +
           used.ru_stime.tv_usec;
}

coro::task<> one_second(bool by_timer) {
    if (by_timer) {
        co_await coro::sleep(1s);
        co_return;
    }
    program::occurrence posted;
    std::thread other([door = coro::remote(), &posted] {
        std::this_thread::sleep_for(1s);
        door.post([&posted] { posted.happened(); });
    });
    co_await posted;
    other.join();
}

coro::task<> measured(bool by_timer) {
    co_await coro::sleep(1ms);  // whatever happens only once has happened
    const rusage before = used_by_this_thread();
    const coro::clock::time_point start = coro::clock::now();
    co_await one_second(by_timer);
    const auto took =
        std::chrono::duration_cast<std::chrono::milliseconds>(coro::clock::now() - start);
    const rusage after = used_by_this_thread();
    program::tell("took {} ms, processor {} us, switches {}", took.count(),
                  microseconds(after) - microseconds(before), after.ru_nvcsw - before.ru_nvcsw);
}

int start(int count, char** arguments) {
    coro::run(measured(count > 1 && arguments[1] == std::string_view("timer")));
    return 0;
}

const program::entry here("idle", start);

}  // namespace idle
