// A callback that comes on another thread.
#include "example.hpp"

#include <memory>
#include <thread>

using answer = coro::future<std::string>;

coro::task<std::string> brewed(std::thread& machine) {
    auto promised = std::make_shared<answer>();
    machine = std::thread([promised, door = coro::remote()] {
        std::string cup = "a cup of tea";
        door.post([promised, cup] { promised->set_value(cup); });
    });
    co_return co_await *promised;
}

coro::task<> async_main() {
    std::thread machine;
    const std::string cup = co_await brewed(machine);
    machine.join();
    coro::println("{}", cup);
}

int main() {
    coro::run(async_main());
}
