// run() is called where a loop runs already.
#include "example.hpp"

coro::task<> step() {
    co_await coro::sleep(1s);
}

coro::task<> async_main() {
    coro::run(step());
    co_return;
}

int main() {
    coro::run(async_main());
}
