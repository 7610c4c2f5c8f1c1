// A coroutine that is called, and forgotten.
#include "example.hpp"

coro::task<int> fetch(int number) {
    co_return number;
}

[[gnu::noinline]] void prepare() {
    auto forgotten = fetch(1);
}

coro::task<> async_main() {
    prepare();
    co_return;
}

int main() {
    coro::run(async_main());
}
