// Main ends with an exception that nobody catches.
#include "example.hpp"

#include <stdexcept>

coro::task<> connect() {
    co_await coro::sleep(1s);
    throw std::runtime_error("connection refused");
}

coro::task<> async_main() {
    co_await connect();
}

int main() {
    coro::run(async_main());
}
