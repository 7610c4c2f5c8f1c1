// Main has ended; run waits for a task whose clean-up takes a while. That is
// when the Ctrl-C comes.

#include "program.hpp"

using namespace std::chrono_literals;

namespace {

coro::task<> slow_to_end() {
    std::exception_ptr interruption;
    try {
        co_await coro::sleep(60s);
    } catch (const coro::cancelled&) {
        interruption = std::current_exception();
    }
    program::ready();
    co_await coro::sleep(200ms);
    program::tell("cleaned up");
    std::rethrow_exception(interruption);
}

coro::task<> main_task() {
    coro::create_task(slow_to_end());
    co_await coro::yield();
}

}  // namespace

int main() {
    coro::run(main_task());
    program::tell("run returned");
}
