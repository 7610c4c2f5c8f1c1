// What the tasks of a group refer to is declared outside its body.
#include "example.hpp"

coro::task<> child() {
    co_await coro::sleep(1s);
    say("the child ends");
}

coro::task<> async_main() {
    thing outside("what was declared outside");
    auto body = [&](coro::task_group& group) -> coro::task<> {
        thing inside("what was declared in the body");
        group.start(child());
        co_await coro::yield();
        say("the body ends");
    };
    co_await coro::with_task_group(body);
    say("the group ends");
}

int main() {
    coro::run(async_main());
}
