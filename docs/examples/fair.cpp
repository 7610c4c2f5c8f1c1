// A loop of yields starves nobody: not a task, and not a timer.
#include "example.hpp"

coro::task<> busy(bool& over, int& steps) {
    while (!over) {
        ++steps;
        co_await coro::yield();
    }
}

coro::task<> async_main() {
    bool over = false;
    int steps = 0;
    auto h = coro::create_task(busy(over, steps));

    // Each yield of ours lets the other one take one step.
    for (int i = 0; i < 3; ++i) {
        co_await coro::yield();
        coro::println("{} steps of ours, {} of the other", i + 1,
                      steps);
    }

    // And a timer is looked at, though somebody is always ready.
    co_await coro::sleep(50ms);
    coro::println("the timer came; {}",
                  steps > 100 ? "many steps meanwhile"
                              : "few steps meanwhile");
    over = true;
    co_await h;
}

int main() {
    coro::run(async_main());
}
