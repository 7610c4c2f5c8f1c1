// The clean-up after a Ctrl-C fails, with an exception of its own.

#include "program.hpp"

#include <stdexcept>

using namespace std::chrono_literals;

namespace interrupt_failing {

coro::task<> failing() {
    try {
        program::ready();
        co_await coro::sleep(60s);
    } catch (const coro::cancelled&) {
        throw std::runtime_error("the clean-up failed");
    }
}

int start(int, char**) {
    return program::report_errors([] { coro::run(failing()); });
}

const program::entry here("interrupt_failing", start);

}  // namespace interrupt_failing
