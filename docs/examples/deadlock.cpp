// Two tasks that wait for each other.
#include "example.hpp"

#include <optional>

using maybe_handle = std::optional<coro::task_handle<>>;

coro::task<> waits_for(maybe_handle& other) {
    co_await *other;
}

coro::task<> async_main() {
    maybe_handle a, b;
    a = coro::create_task(waits_for(b), "a");
    b = coro::create_task(waits_for(a), "b");
    co_await *a;
}

int main() {
    try {
        coro::run(async_main());
    } catch (const coro::deadlock_error& error) {
        fmt::print("{}", error.what());
    }
}
