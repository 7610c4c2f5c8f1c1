// A loop that survives any std::exception, and ends if cancelled.
#include "example.hpp"

#include <stdexcept>

coro::task<> fetch() {
    co_await coro::sleep(1s);
    throw std::runtime_error("connection refused");
}

coro::task<> fetch_until_it_works() {
    for (;;) {
        try {
            co_await fetch();
            co_return;
        } catch (const std::exception& error) {
            say("{}: once more", error.what());
        }
    }
}

coro::task<> async_main() {
    try {
        co_await coro::wait_for(fetch_until_it_works(), 2500ms);
    } catch (const coro::timeout_error& error) {
        say("{}", error.what());
    }
}

int main() {
    coro::run(async_main());
}
