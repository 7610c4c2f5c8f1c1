// A semaphore that was made, and not used.
#include "example.hpp"

coro::task<> fetch() {
    co_await coro::sleep(1s);
}

coro::task<> async_main() {
    coro::semaphore limit(100);
    std::vector<coro::task<>> all;
    for (int i = 0; i < 1000; ++i) all.push_back(fetch());
    co_await coro::gather(std::move(all));
}

int main() {
    coro::run(async_main());
}
