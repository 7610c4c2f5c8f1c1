// Main takes the Ctrl-C for itself: it catches the cancel and ends with a
// value. So run returns, and the program goes on.

#include "program.hpp"

using namespace std::chrono_literals;

namespace interrupt_swallow {

coro::task<int> stubborn() {
    try {
        program::ready();
        co_await coro::sleep(60s);
    } catch (const coro::cancelled&) {
        program::tell("swallowed");
    }
    co_return 5;
}

int start(int, char**) {
    const int result = coro::run(stubborn());
    program::tell("run returned {}, SIGINT {}", result, program::disposition(SIGINT));
    return 0;
}

const program::entry here("interrupt_swallow", start);

}  // namespace interrupt_swallow
