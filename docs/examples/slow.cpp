// A step that holds the thread.
#include "example.hpp"

#include <thread>

coro::task<> compute() {
    co_await coro::sleep(1ms);
    std::this_thread::sleep_for(150ms);  // what blocks, or computes
    co_await coro::sleep(1ms);
}

coro::task<> async_main() {
    co_await compute();
}

int main() {
    coro::run(async_main());
}
