// When a clean-up runs; the twin of finally_order.py.

#include "parity.hpp"

#include <stdexcept>
#include <string_view>

using namespace std::chrono_literals;

namespace {

coro::task<int> work(std::string how) {
    co_await coro::yield();
    if (how == "error") throw std::invalid_argument("no");
    if (how != "value") co_await coro::sleep(1000s);
    co_return 7;
}

coro::task<> clean_up(std::string name) {
    coro::println("{} cleans up", name);
    try {
        co_await coro::yield();
        co_await coro::yield();
        coro::println("{} has cleaned up", name);
    } catch (const coro::cancelled&) {
        coro::println("{} is cancelled while it cleans up", name);
        throw;
    }
}

coro::task<int> cleaned(std::string how) {
    const int value = co_await coro::finally(work(how), clean_up(how));
    co_return value;
}

coro::task<> start() {
    for (const std::string_view how : {"value", "error", "cancel", "two cancels"}) {
        const auto task = coro::create_task(cleaned(std::string(how)));
        const auto tick = coro::create_task(parity::ticker("tick", 7));
        co_await coro::yield();
        co_await coro::yield();
        if (how == "cancel" || how == "two cancels") {
            coro::println("main cancels {}", parity::word(task.cancel()));
            co_await coro::yield();
            if (how == "two cancels") {
                co_await coro::yield();
                coro::println("main cancels {}", parity::word(task.cancel()));
            }
        }
        try {
            const int value = co_await task;
            coro::println("main got {}", value);
        } catch (const std::invalid_argument& error) {
            coro::println("main caught {}", error.what());
        } catch (const coro::cancelled&) {
            coro::println("main saw it");
        }
        co_await tick;
    }
}

const parity::program program("finally_order", [] { parity::run(start()); });

}  // namespace
