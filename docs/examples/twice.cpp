// A task is awaited a second time.
#include "example.hpp"

coro::task<int> add(int a, int b) {
    co_await coro::sleep(1s);
    co_return a + b;
}

coro::task<> async_main() {
    auto sum = add(1, 2);
    const int first = co_await sum;
    const int second = co_await sum;
    say("{} {}", first, second);
}

int main() {
    coro::run(async_main());
}
