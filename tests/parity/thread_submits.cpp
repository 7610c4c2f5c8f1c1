// Another thread submits coroutines to the loop; the twin of thread_submits.py.

#include "parity.hpp"

#include <stdexcept>
#include <thread>
#include <vector>

namespace {

coro::task<int> twice(int number) {
    coro::println("double starts {}", number);
    co_await coro::yield();
    coro::println("double ends {}", number);
    if (number == 0) throw std::invalid_argument("nothing to double");
    co_return 2 * number;
}

coro::task<> start() {
    const coro::remote loop;
    coro::future<> end;
    std::vector<std::string> got;
    std::thread thread([loop, &end, &got] {
        for (const int number : {1, 0, 3}) {
            auto submitted = loop.submit(twice(number));
            try {
                const int value = submitted.get();
                got.push_back(fmt::format("the thread got {}", value));
            } catch (const std::invalid_argument& error) {
                got.push_back(fmt::format("the thread caught {}", error.what()));
            }
        }
        loop.post([&end] { end.set_value(); });
    });
    coro::println("main waits");
    co_await end;
    thread.join();
    for (const auto& line : got) coro::println("{}", line);
}

const parity::program program("thread_submits", [] { parity::run(start()); });

}  // namespace
