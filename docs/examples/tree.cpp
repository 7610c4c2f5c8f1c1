// What a program is doing right now.
#include "example.hpp"

#include <csignal>

coro::task<> inner() {
    co_await coro::sleep(1h);
}

coro::task<> outer() {
    co_await inner();
}

coro::task<> async_main() {
    auto h = coro::create_task(outer(), "outer");
    co_await coro::sleep(1s);
    std::raise(SIGQUIT);  // as if somebody pressed Ctrl-backslash
    co_await coro::sleep(1s);
    h.cancel();
    co_await coro::gather_outcomes(h);
}

int main() {
    coro::run(async_main());
}
