// An error on its way through several levels; the twin of error_levels.py.

#include "parity.hpp"

#include <stdexcept>

namespace {

coro::task<> bottom() {
    co_await coro::yield();
    coro::println("bottom fails");
    throw std::invalid_argument("at the bottom");
}

// Python's `finally`.
struct says_so {
    says_so() {}
    ~says_so() { coro::println("it passes"); }
};

coro::task<> passes() {
    const says_so at_the_end;
    co_await bottom();
    coro::println("never printed");
}

coro::task<> turns() {
    try {
        co_await passes();
    } catch (const std::invalid_argument& error) {
        throw std::runtime_error(fmt::format("turned: {}", error.what()));
    }
}

coro::task<> top() {
    try {
        co_await turns();
    } catch (const std::invalid_argument&) {
        coro::println("never printed");
    } catch (const std::runtime_error& error) {
        coro::println("top caught {}", error.what());
    }
}

coro::task<> start() {
    const auto tick = coro::create_task(parity::ticker("tick", 4));
    co_await top();
    try {
        co_await turns();
    } catch (const std::runtime_error& error) {
        coro::println("main caught {}", error.what());
    }
    co_await tick;
}

const parity::program program("error_levels", [] { parity::run(start()); });

}  // namespace
