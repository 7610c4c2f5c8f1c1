// When a gather fails; the twin of gather_failure.py.

#include "parity.hpp"

#include <exception>
#include <stdexcept>

namespace {

coro::task<> fails(std::string name, int yields) {
    for (int i = 0; i != yields; ++i) co_await coro::yield();
    coro::println("{} fails", name);
    throw std::invalid_argument(name);
}

coro::task<> ends(std::string name) {
    coro::println("{} ends", name);
    co_return;
}

coro::task<> start() {
    const auto tick = coro::create_task(parity::ticker("tick", 16));
    try {
        co_await coro::gather(ends("a"), fails("b", 0));
    } catch (const std::invalid_argument& error) {
        coro::println("main caught {}", error.what());
    }
    try {
        co_await coro::gather(fails("c", 1), ends("d"), fails("e", 1));
    } catch (const std::invalid_argument& error) {
        coro::println("main caught {}", error.what());
    }
    const auto [f, g] = co_await coro::gather_outcomes(ends("f"), fails("g", 1));
    coro::println("main got {}", coro::message_of(g.error()));
    co_await tick;
}

const parity::program program("gather_failure", [] { parity::run(start()); });

}  // namespace
