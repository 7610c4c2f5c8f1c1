// A callback turned into something to co_await, and cancelled once.
#include "coffee_awaiter.hpp"
#include "example.hpp"

coro::task<> drink(coffee_machine& machine) {
    auto cup = co_await coffee(machine, "latte");
    say("{}", cup);
}

coro::task<> async_main() {
    coffee_machine machine;
    auto cup = co_await coffee(machine, "espresso");
    say("{}", cup);
    try {
        co_await coro::wait_for(drink(machine), 2s);
    } catch (const coro::timeout_error& error) {
        say("{}", error.what());
    }
}

int main() {
    coro::run(async_main());
}
