// A callback that throws.
#include "example.hpp"

coro::task<> async_main() {
    coro::call_later(
        1s, [] { throw std::runtime_error("no such file"); });
    co_await coro::sleep(2s);
    say("the loop goes on");
}

int main() {
    coro::run(async_main());
}
