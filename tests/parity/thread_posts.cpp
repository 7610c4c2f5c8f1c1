// Another thread posts functions into the loop; the twin of thread_posts.py.

#include "parity.hpp"

#include <thread>

namespace {

coro::task<> start() {
    const coro::remote loop;
    coro::future<int> end;
    const auto here = std::this_thread::get_id();
    std::thread thread([loop, here, &end] {
        for (int number = 0; number != 4; ++number) {
            loop.post([number, here] {
                const bool in_the_loop = std::this_thread::get_id() == here;
                coro::println("called {} {}", number, parity::word(in_the_loop));
            });
        }
        loop.post([&end] { end.set_value(7); });
    });
    coro::println("main waits");
    const int value = co_await end;
    coro::println("main got {}", value);
    thread.join();
}

const parity::program program("thread_posts", [] { parity::run(start()); });

}  // namespace
