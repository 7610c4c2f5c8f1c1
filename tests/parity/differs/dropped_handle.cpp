// differs: a task that vanishes in the middle of its work is a trap, so the loop owns it

#include "../parity.hpp"

namespace {

// Python's `finally`.
struct says_so {
    says_so() {}
    ~says_so() { coro::println("worker goes"); }
};

coro::task<> worker() {
    coro::future<> nobody_knows;
    coro::println("worker waits");
    const says_so at_the_end;
    co_await nobody_knows;
}

coro::task<> start() {
    coro::create_task(worker());
    co_await coro::yield();
    coro::println("other tasks: {}", coro::all_tasks().size() - 1);
    coro::println("main ends");
}

const parity::program program("dropped_handle", [] { parity::run(start()); });

}  // namespace
