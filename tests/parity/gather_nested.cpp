// A gather inside a gather; the twin of gather_nested.py.

#include "parity.hpp"

namespace {

coro::task<int> leaf(std::string name) {
    coro::println("{}", name);
    co_return 1;
}

coro::task<int> middle(std::string name) {
    const auto [one, two] = co_await coro::gather(leaf(name + ".1"), leaf(name + ".2"));
    coro::println("{} goes on", name);
    co_return one + two;
}

coro::task<> start() {
    const auto tick = coro::create_task(parity::ticker("tick", 10));
    const auto [x, y] = co_await coro::gather(middle("x"), middle("y"));
    coro::println("main got {}", x + y);
    co_await tick;
}

const parity::program program("gather_nested", [] { parity::run(start()); });

}  // namespace
