// Never waits for anything: it yields, over and over, until a Ctrl-C ends it.

#include "program.hpp"

namespace interrupt_yield {

coro::task<> busy() {
    program::ready();
    try {
        for (;;) co_await coro::yield();
    } catch (const coro::cancelled&) {
        program::tell("cancelled");
        throw;
    }
}

int start(int, char**) {
    coro::run(busy());
    program::tell("run returned");
    return 0;
}

const program::entry here("interrupt_yield", start);

}  // namespace interrupt_yield
