// Main has ended; run waits for a task whose clean-up lasts until the test says
// so. Meanwhile comes the Ctrl-C.

#include "program.hpp"

using namespace std::chrono_literals;

namespace interrupt_drain {

coro::task<> slow_to_end() {
    std::exception_ptr interruption;
    try {
        co_await coro::sleep(60s);
    } catch (const coro::cancelled&) {
        interruption = std::current_exception();
    }
    program::ready();
    while (!program::told_to_go_on()) co_await coro::sleep(1ms);
    program::tell("cleaned up");
    std::rethrow_exception(interruption);
}

coro::task<> main_task() {
    coro::create_task(slow_to_end());
    co_await coro::yield();
}

int start(int, char**) {
    coro::run(main_task());
    program::tell("run returned");
    return 0;
}

const program::entry here("interrupt_drain", start);

}  // namespace interrupt_drain
