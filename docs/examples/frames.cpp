// When a coroutine's parameters and locals come and go.
#include "example.hpp"

coro::task<> work(thing parameter) {
    thing local("the local");
    say("work begins, with {}", parameter.name());
    co_await coro::sleep(1s);
    say("work ends");
}

coro::task<> async_main() {
    {
        auto dropped = work(thing("the parameter"));
        say("called, and nothing has run");
    }
    say("now awaited:");
    co_await work(thing("the parameter"));
    say("now started:");
    auto h = coro::create_task(work(thing("the parameter")));
    co_await h;
    say("awaited; the handle is still there");
}

int main() {
    coro::run(async_main());
}
