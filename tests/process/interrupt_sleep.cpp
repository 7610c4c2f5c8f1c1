// Sleeps for a minute, unless a Ctrl-C comes. Then it cleans up, which takes a
// sleep of its own, as many milliseconds as the argument says.

#include "program.hpp"

using namespace std::chrono_literals;

namespace interrupt_sleep {

coro::task<> careful(std::chrono::milliseconds clean_up) {
    std::exception_ptr interruption;
    try {
        program::ready();
        co_await coro::sleep(60s);
    } catch (const coro::cancelled&) {
        interruption = std::current_exception();
    }
    program::tell("cleaning up");
    co_await coro::sleep(clean_up);
    program::tell("cleaned up");
    if (interruption != nullptr) std::rethrow_exception(interruption);
}

struct farewell {
    farewell() noexcept {}
    ~farewell() { program::tell("destructor ran"); }
};

coro::task<> main_task(std::chrono::milliseconds clean_up) {
    const farewell last_word;
    co_await careful(clean_up);
    program::tell("not interrupted");
}

int start(int count, char** arguments) {
    const std::chrono::milliseconds clean_up(program::number(count, arguments, 1));
    coro::run(main_task(clean_up));
    program::tell("run returned");
    return 0;
}

const program::entry here("interrupt_sleep", start);

}  // namespace interrupt_sleep
