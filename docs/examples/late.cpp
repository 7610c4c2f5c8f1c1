// A timer comes late if the thread is held when it is due.
#include "example.hpp"

// As a computation of this length would; on the virtual clock.
void hold_the_thread(std::chrono::nanoseconds time) {
    coro::event_loop::current()->advance(time.count());
}

coro::task<> sleeper() {
    co_await coro::sleep(1s);
    say("sleeper: due at 1.000");
}

coro::task<> holder() {
    co_await coro::sleep(900ms);
    say("holder: begins");
    hold_the_thread(2s);
    say("holder: ends its step");
    co_await coro::yield();
    say("holder: goes on");
}

coro::task<> async_main() {
    co_await coro::gather(sleeper(), holder());
}

int main() {
    coro::run(async_main());
}
