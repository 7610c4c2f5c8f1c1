// Ctrl-C and Ctrl-\ are handled while run() runs, and by default before and
// after, however it ends. Then the program waits to be interrupted.

#include "program.hpp"

#include <stdexcept>

namespace signals_restored {

void tell_dispositions(const char* when) {
    program::tell("{}: SIGINT {}, SIGQUIT {}", when, program::disposition(SIGINT),
                  program::disposition(SIGQUIT));
}

coro::task<> look() {
    tell_dispositions("during");
    co_return;
}

coro::task<> fail() {
    co_await coro::yield();
    throw std::runtime_error("failed");
}

int start(int, char**) {
    tell_dispositions("before");
    coro::run(look());
    tell_dispositions("after");
    program::report_errors([] { coro::run(fail()); });
    tell_dispositions("after a failure");
    program::ready();
    for (;;) ::pause();
}

const program::entry here("signals_restored", start);

}  // namespace signals_restored
