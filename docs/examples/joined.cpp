// Children of an owner may refer to the locals of who awaits it.
#include "example.hpp"

coro::task<> fill(int& place, int value) {
    co_await coro::sleep(1s);
    place = value;
}

coro::task<> fails() {
    co_await coro::sleep(2s);
    throw std::runtime_error("the disk is full");
}

coro::task<> works() {
    co_await coro::sleep(1h);
}

coro::task<> writes_last(int& place) {
    thing here("the frame of the one that writes last");
    co_await coro::finally(works(), fill(place, 3));
}

coro::task<> numbers() {
    thing here("the frame of numbers()");
    int a = 0, b = 0;
    co_await coro::gather(fill(a, 1), fill(b, 2));
    say("{} {}", a, b);
    // One fails: the other is stopped, and may take its time.
    co_await coro::gather(fails(), writes_last(a));
}

coro::task<> async_main() {
    try {
        co_await numbers();
    } catch (const std::runtime_error& error) {
        say("{}", error.what());
    }
}

int main() {
    coro::run(async_main());
}
