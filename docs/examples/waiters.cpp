// An event that is destroyed while somebody waits for it.
#include "example.hpp"

#include <optional>

coro::task<> waits(coro::event& ready) {
    co_await ready.wait();
}

coro::task<> async_main() {
    std::optional<coro::event> ready(std::in_place);
    auto h = coro::create_task(waits(*ready), "waiter");
    co_await coro::sleep(1s);
    ready.reset();
    say("the event is gone");
    co_await h;
}

int main() {
    try {
        coro::run(async_main());
    } catch (const coro::deadlock_error& error) {
        fmt::print("{}", error.what());
    }
}
