// A task that will not be stopped.
#include "example.hpp"

coro::task<> stubborn(coro::event& ready) {
    for (;;) {
        try {
            co_await ready.wait();
        } catch (...) {
        }
    }
}

coro::task<> async_main(coro::event& ready) {
    coro::create_task(stubborn(ready), "stubborn");
    co_await coro::sleep(1s);
}

int main() {
    coro::event ready;
    try {
        coro::run(async_main(ready));
    } catch (const coro::deadlock_error& error) {
        coro::println("run: {}", error.what());
    }
}
