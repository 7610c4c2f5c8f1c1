// A cancel finds a task where it waits, and unwinds it from there.
#include "example.hpp"

// Says when it is destroyed.
struct local {
    const char* name;
    ~local() { say("{} goes", name); }
};

coro::task<> inner() {
    local in_inner{"a local of inner()"};
    co_await coro::sleep(10s);
    say("never printed");
}

coro::task<> outer() {
    local in_outer{"a local of outer()"};
    co_await inner();
}

coro::task<> async_main() {
    auto h = coro::create_task(outer(), "outer");
    co_await coro::sleep(1s);

    // The request. It returns at once; the task is told in the
    // loop's next turn, and has not ended yet.
    h.cancel();
    say("requested; done: {}", h.done());

    try {
        co_await h;
    } catch (const coro::cancelled&) {
        say("outer has ended; cancelled: {}", h.cancelled());
    }
}

int main() {
    coro::run(async_main());
}
