// A parameter refers to what has gone when the task begins.
#include "../example.hpp"

coro::task<> greet(std::string_view name) {
    say("hello {}", name);
    co_return;
}

coro::task<> async_main() {
    auto h = coro::create_task(
        greet(std::string("Ada, a name of some length")));
    co_await h;
}

int main() {
    coro::run(async_main());
}
