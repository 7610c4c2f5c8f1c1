// A coroutine that is called, and forgotten.
#include "example.hpp"

#include <vector>

coro::task<int> fetch(int number) {
    co_return number;
}

[[gnu::noinline]] void prepare() {
    std::vector<coro::task<int>> pages;
    pages.push_back(fetch(1));  // and where is the gather?
}

coro::task<> async_main() {
    prepare();
    co_return;
}

int main() {
    coro::run(async_main());
}
