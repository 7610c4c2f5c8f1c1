// A task that does not let `cancelled` pass on.
#include "example.hpp"

coro::task<int> stubborn() {
    try {
        co_await coro::sleep(10s);
    } catch (const coro::cancelled&) {
        say("no");
    }
    co_return 7;
}

coro::task<> async_main() {
    auto h = coro::create_task(stubborn(), "stubborn");
    co_await coro::sleep(1s);
    h.cancel();
    const int number = co_await h;
    say("{}; cancelled: {}", number, h.cancelled());
}

int main() {
    coro::run(async_main());
}
