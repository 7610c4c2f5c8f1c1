// What a lambda captures lives in the lambda, not in the coroutine.
#include "example.hpp"

coro::task_handle<> captures() {
    thing name("what it captured");
    auto lambda = [name = std::move(name)]() -> coro::task<> {
        co_await coro::sleep(1s);
        // To use `name` here would be a use after free.
        say("the coroutine ends whose lambda captured");
    };
    return coro::create_task(lambda());
}  // the lambda ends here, and what it captured with it

coro::task_handle<> takes() {
    auto lambda = [](thing name) -> coro::task<> {
        co_await coro::sleep(1s);
        say("the coroutine ends that has {}", name.name());
    };
    return coro::create_task(lambda(thing("its parameter")));
}

coro::task<> async_main() {
    auto h = captures();
    auto i = takes();
    co_await coro::gather(h, i);
}

int main() {
    coro::run(async_main());
}
