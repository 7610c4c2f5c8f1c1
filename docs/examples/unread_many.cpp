// Many tasks fail for one reason.
#include "example.hpp"

coro::task<> fails() {
    throw std::runtime_error("no route to host");
    co_return;
}

coro::task<> async_main() {
    for (int i = 0; i < 1000; ++i) coro::create_task(fails());
    co_await coro::sleep(1s);
}

int main() {
    coro::run(async_main());
}
