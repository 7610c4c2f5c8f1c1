// differs: names are as in the reports, where main is main and the others have numbers

#include "../parity.hpp"

namespace {

coro::task<> worker() {
    coro::println("a task is called {}", coro::current_task().name());
    co_return;
}

coro::task<> start() {
    coro::println("main is called {}", coro::current_task().name());
    co_await coro::gather(worker(), worker());
}

const parity::program program("default_names", [] { parity::run(start()); });

}  // namespace
