// differs: whoever forgot a task should hear of it

#include "../parity.hpp"

using namespace std::chrono_literals;

namespace {

coro::task<> worker() {
    try {
        co_await coro::sleep(1000s);
    } catch (const coro::cancelled&) {
        coro::println("worker is cancelled");
        throw;
    }
}

coro::task<> start() {
    const auto task = coro::create_task(worker(), "forgotten");
    co_await coro::sleep(100ms);
    coro::println("main ends, done: {}", parity::word(task.done()));
}

void whole() {
    coro::run_options options;
    options.clock = coro::clock_kind::virtual_time;
    options.debug = true;
    coro::run(start(), options);
}

const parity::program program("pending_at_end", whole);

}  // namespace
