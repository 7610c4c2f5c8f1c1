// A std::mutex that is locked across a suspension.
#include "example.hpp"

#include <mutex>

coro::task<> update(std::mutex& lock) {
    std::lock_guard held(lock);
    co_await coro::sleep(1s);
}

coro::task<> async_main() {
    std::mutex lock;
    auto h = coro::create_task(update(lock), "update");
    co_await h;
}

int main() {
    coro::run(async_main());
}
