// A coroutine runs on whose lambda has gone.
#include "../example.hpp"

coro::task<coro::task_handle<>> begin(int number) {
    auto lambda = [number]() -> coro::task<> {
        co_await coro::sleep(1s);
        const int twice = 2 * number;
        say("{}", twice);
    };
    auto h = coro::create_task(lambda());
    co_await coro::yield();
    co_return h;
}

coro::task<> async_main() {
    auto h = co_await begin(7);
    co_await h;
}

int main() {
    coro::run(async_main());
}
