// The loop runs on a thread other than the main one, where Ctrl-C is none of
// its business: it ends the program as if there were no loop.

#include "program.hpp"

#include <thread>

using namespace std::chrono_literals;

namespace interrupt_thread {

coro::task<> elsewhere() {
    program::tell("SIGINT {}, SIGQUIT {}", program::disposition(SIGINT),
                  program::disposition(SIGQUIT));
    try {
        program::ready();
        co_await coro::sleep(60s);
    } catch (const coro::cancelled&) {
        program::tell("cancelled");
        throw;
    }
}

int start(int, char**) {
    std::thread([] { coro::run(elsewhere()); }).join();
    program::tell("run returned");
    return 0;
}

const program::entry here("interrupt_thread", start);

}  // namespace interrupt_thread
