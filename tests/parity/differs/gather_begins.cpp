// differs: before it is awaited there is nobody who would stop and join what runs

#include "../parity.hpp"

namespace {

coro::task<std::string> child(std::string name) {
    coro::println("{} starts", name);
    co_return name;
}

coro::task<> start() {
    auto both = coro::gather(child("a"), child("b"));
    coro::println("main has called gather");
    co_await coro::yield();
    co_await coro::yield();
    coro::println("main awaits");
    const auto [a, b] = co_await both;
    coro::println("main got {} {}", a, b);
}

const parity::program program("gather_begins", [] { parity::run(start()); });

}  // namespace
