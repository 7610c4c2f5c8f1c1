// Ctrl-C cancels main; all clean up; the signal ends the program.
#include "example.hpp"

#include <csignal>

struct connection {
    const char* whose;
    ~connection() { say("{} connection is closed", whose); }
};

coro::task<> serve() {
    connection open{"serve's"};
    co_await coro::sleep(1h);
}

coro::task<> async_main() {
    auto background = coro::create_task(serve());
    connection mine{"main's"};
    co_await coro::sleep(1s);
    std::raise(SIGINT);  // as if somebody pressed Ctrl-C
    say("on its way");
    try {
        co_await coro::sleep(1h);
    } catch (const coro::cancelled&) {
        say("main is told");
        throw;
    }
}

int main() {
    coro::run(async_main());
}
