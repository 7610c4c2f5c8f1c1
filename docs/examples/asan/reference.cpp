// A task refers to a local variable that has gone.
#include "../example.hpp"

coro::task<> count(int& steps) {
    co_await coro::sleep(1s);
    ++steps;
}

coro::task<coro::task_handle<>> begin() {
    int steps = 0;
    auto h = coro::create_task(count(steps));
    co_await coro::yield();
    co_return h;
}

coro::task<> async_main() {
    auto h = co_await begin();
    co_await h;
}

int main() {
    coro::run(async_main());
}
