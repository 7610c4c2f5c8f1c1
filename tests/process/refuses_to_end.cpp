// After a Ctrl-C one task takes its time to end, so many milliseconds as the
// argument says.

#include "program.hpp"

using namespace std::chrono_literals;

namespace refuses_to_end {

coro::task<> lingering(std::chrono::milliseconds length) {
    try {
        co_await coro::sleep(60s);
    } catch (const coro::cancelled&) {
    }
    co_await coro::sleep(length);
    program::tell("ended");
}

coro::task<> obedient() {
    co_await coro::sleep(60s);
}

coro::task<> main_task(std::chrono::milliseconds length) {
    coro::create_task(lingering(length), "lingering");
    coro::create_task(obedient(), "obedient");
    co_await coro::yield();
    program::ready();
    co_await coro::sleep(60s);
}

int start(int count, char** arguments) {
    const std::chrono::milliseconds length(program::number(count, arguments, 1));
    coro::run(main_task(length));
    program::tell("run returned");
    return 0;
}

const program::entry here("refuses_to_end", start);

}  // namespace refuses_to_end
