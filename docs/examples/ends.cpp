// Tasks outlive their handles, and not the loop.
#include "example.hpp"

coro::task<> background(std::string name, std::chrono::hours time) {
    thing local(name + "'s local");
    co_await coro::sleep(time);
    say("{} ends", name);
}

coro::task<> async_main() {
    thing mine("main's local");
    {
        auto h = coro::create_task(background("short", 1h));
    }  // dropping the handle changes nothing
    coro::create_task(background("long", 24h));
    coro::call_later(24h, [held = thing("the callback")] {});
    co_await coro::sleep(2h);
    say("main ends");
}

int main() {
    coro::run(async_main());
    coro::println("run has returned");
}
