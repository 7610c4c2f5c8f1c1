// When those who await a future go on; the twin of future_set.py. They differ where
// one of them is cancelled: asyncio cancels the future with it, and so the others.

#include "parity.hpp"

#include <exception>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace {

coro::task<> waiter(std::string name, coro::future<int>& future) {
    try {
        const int value = co_await future;
        coro::println("{} got {}", name, value);
    } catch (const std::invalid_argument& error) {
        coro::println("{} caught {}", name, error.what());
    } catch (const coro::cancelled&) {
        coro::println("{} is cancelled", name);
    }
}

coro::task<> start() {
    const auto tick = coro::create_task(parity::ticker("tick", 12));
    for (const std::string_view how : {"value", "error", "cancel"}) {
        coro::future<int> future;
        std::vector<coro::task_handle<>> tasks;
        for (const char* name : {"a", "b", "c"})
            tasks.push_back(coro::create_task(waiter(name, future)));
        co_await coro::yield();
        co_await coro::yield();
        if (how == "value") {
            future.set_value(7);
        } else if (how == "error") {
            future.set_exception(std::make_exception_ptr(std::invalid_argument("no")));
        } else {
            const bool once = future.cancel();
            coro::println("main cancels {} {}", parity::word(once), parity::word(future.cancel()));
        }
        coro::println("main has set it {} {}", parity::word(future.done()),
                      parity::word(future.cancelled()));
        co_await waiter("main", future);
        for (const auto& task : tasks) co_await task;
    }
    co_await tick;
}

const parity::program program("future_set", [] { parity::run(start()); });

}  // namespace
