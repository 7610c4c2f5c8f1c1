// The loop sleeps in the kernel; a post from a thread wakes it.
#include "example.hpp"

#include <ctime>
#include <thread>

coro::task<> async_main() {
    coro::event rang;
    coro::remote door;
    std::thread visitor([&rang, door] {
        std::this_thread::sleep_for(200ms);
        door.post([&rang] { rang.set(); });
    });

    const std::clock_t before = std::clock();
    co_await rang.wait();
    const auto used = std::clock() - before;
    visitor.join();
    coro::println("woken; the processor was busy for {}",
                  used < CLOCKS_PER_SEC / 20 ? "next to nothing"
                                             : "a long time");
}

int main() {
    coro::run(async_main());
}
