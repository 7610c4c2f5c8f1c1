// Who runs first: what is awaited, what is created, what is ready.
#include "example.hpp"

coro::task<> speaker(std::string name) {
    say("{}: first step", name);
    co_await coro::yield();
    say("{}: second step", name);
}

coro::task<> async_main() {
    // Created: to the back of the ready queue. Nothing runs yet.
    auto a = coro::create_task(speaker("created a"));
    auto b = coro::create_task(speaker("created b"));
    say("main has created two");

    // Awaited: runs at once, as a part of main, up to its yield.
    // Then the two are in front of it.
    co_await speaker("awaited");
    say("main goes on");
    co_await a;
    co_await b;
}

int main() {
    coro::run(async_main());
}
