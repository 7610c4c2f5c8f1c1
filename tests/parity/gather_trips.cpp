// The two trips of a gather; the twin of gather_trips.py.

#include "parity.hpp"

namespace {

coro::task<std::string> child(std::string name, int yields) {
    coro::println("{} starts", name);
    for (int i = 0; i != yields; ++i) co_await coro::yield();
    coro::println("{} ends", name);
    co_return name;
}

coro::task<> start() {
    const auto tick = coro::create_task(parity::ticker("tick", 20));
    const auto [a, b, c] = co_await coro::gather(child("a", 2), child("b", 0), child("c", 1));
    coro::println("main got {} {} {}", a, b, c);
    const auto nothing = co_await coro::gather();
    coro::println("main got {}", std::tuple_size_v<decltype(nothing)>);
    const auto alone = co_await coro::gather(child("alone", 0));
    coro::println("main got {}", std::get<0>(alone));
    co_await tick;
}

const parity::program program("gather_trips", [] { parity::run(start()); });

}  // namespace
