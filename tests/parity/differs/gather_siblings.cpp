// differs: the siblings may use what lives in the parent's frame, and must not outlive it

#include "../parity.hpp"

#include <stdexcept>

using namespace std::chrono_literals;

namespace {

coro::task<> fails() {
    co_await coro::sleep(100ms);
    coro::println("one fails");
    throw std::invalid_argument("one");
}

coro::task<> work() {
    co_await coro::sleep(400ms);
    coro::println("its sibling ends");
}

coro::task<> sibling() {
    bool stopped = false;
    try {
        co_await work();
    } catch (const coro::cancelled&) {
        coro::println("its sibling is cancelled");
        stopped = true;
    }
    if (stopped) {
        co_await coro::sleep(50ms);
        coro::println("its sibling has cleaned up");
        throw coro::cancelled();
    }
}

coro::task<> start() {
    try {
        co_await coro::gather(sibling(), fails());
    } catch (const std::invalid_argument& error) {
        coro::println("main caught {}", error.what());
    }
    co_await coro::sleep(600ms);
    coro::println("main ends");
}

const parity::program program("gather_siblings", [] { parity::run(start()); });

}  // namespace
