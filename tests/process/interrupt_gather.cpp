// Two children of a gather clean up after a Ctrl-C, each by a sleep, before
// the program ends.

#include "program.hpp"

using namespace std::chrono_literals;

namespace interrupt_gather {

coro::task<> child(char name) {
    std::exception_ptr interruption;
    try {
        co_await coro::sleep(60s);
    } catch (const coro::cancelled&) {
        interruption = std::current_exception();
    }
    co_await coro::sleep(name == 'a' ? 300ms : 10ms);
    program::tell("{} cleaned up", name);
    std::rethrow_exception(interruption);
}

coro::task<> announce() {
    program::ready();
    co_return;
}

coro::task<> main_task() {
    co_await coro::gather(child('a'), child('b'), announce());
    program::tell("not interrupted");
}

int start(int, char**) {
    coro::run(main_task());
    program::tell("run returned");
    return 0;
}

const program::entry here("interrupt_gather", start);

}  // namespace interrupt_gather
