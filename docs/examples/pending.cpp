// Main ends, and a task has not.
#include "example.hpp"

coro::task<> background() {
    co_await coro::sleep(10s);
}

coro::task<> async_main() {
    coro::create_task(background(), "background");
    co_await coro::sleep(1s);
}

int main() {
    coro::run(async_main());
}
