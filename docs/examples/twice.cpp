// A task is awaited a second time.
#include "example.hpp"

coro::task<int> add(int a, int b) {
    co_await coro::sleep(1s);
    co_return a + b;
}

coro::task<> show_twice(coro::task<int> sum) {
    const int first = co_await sum;
    const int second = co_await sum;
    say("{} {}", first, second);
}

coro::task<> async_main() {
    co_await show_twice(add(1, 2));
}

int main() {
    coro::run(async_main());
}
