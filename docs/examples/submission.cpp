// A submitted task that fails, and nobody asks.
#include "example.hpp"

coro::task<> fails() {
    throw std::runtime_error("no such table");
    co_return;
}

coro::task<> async_main() {
    coro::remote door;
    (void)door.submit(fails());
    co_await coro::sleep(1s);
}

int main() {
    coro::run(async_main());
}
