// A program of a few turns, for its trace.
#include "example.hpp"

coro::task<> child() {
    co_await coro::sleep(1s);
}

coro::task<> async_main() {
    co_await child();
    coro::println("done");
}

int main() {
    coro::run(async_main());
}
