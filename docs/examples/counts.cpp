// Requests are counted; they are delivered as one.
#include "example.hpp"

coro::task<int> goes_on() {
    try {
        co_await coro::sleep(10s);
    } catch (const coro::cancelled&) {
        auto self = coro::current_task();
        say("told once, of {} requests", self.cancelling());
        while (self.uncancel() != 0) {
        }
    }
    co_await coro::sleep(1s);  // not interrupted any more
    co_return 7;
}

coro::task<> async_main() {
    auto h = coro::create_task(goes_on());
    co_await coro::sleep(1s);
    h.cancel();
    h.cancel();
    const int number = co_await h;
    say("{}; cancelled: {}", number, h.cancelled());

    // Taken back before it was delivered, a request is forgotten.
    auto again = coro::create_task(goes_on());
    again.cancel();
    again.uncancel();
    const int other = co_await again;
    say("{}", other);
}

int main() {
    coro::run(async_main());
}
