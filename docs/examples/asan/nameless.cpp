// Lambdas without a name: they go at the end of their line.
#include "../example.hpp"

#include <vector>

coro::task<> async_main() {
    std::vector<coro::task<>> tasks;
    for (int i = 0; i < 3; ++i)
        tasks.push_back([&]() -> coro::task<> {
            const int number = i;
            say("{}", number);
            co_return;
        }());
    co_await coro::gather(std::move(tasks));
}

int main() {
    coro::run(async_main());
}
