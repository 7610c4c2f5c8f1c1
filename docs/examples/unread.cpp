// A task that fails, and nobody asks.
#include "example.hpp"

coro::task<> connect() {
    co_await coro::sleep(1s);
    throw std::runtime_error("connection refused");
}

coro::task<> session() {
    co_await connect();
}

coro::task<> async_main() {
    coro::create_task(session(), "session");
    co_await coro::sleep(2s);
}

int main() {
    coro::run(async_main());
}
