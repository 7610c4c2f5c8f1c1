// Several that sleep several times; the twin of sleep_mixed.py.

#include "parity.hpp"

#include <vector>

namespace {

coro::task<> sleeper(std::string name, std::vector<int> moments) {
    const auto now = coro::clock::now();
    for (const int moment : moments) {
        co_await coro::sleep_until(now + std::chrono::milliseconds(moment));
        coro::println("{} woke at {}", name, moment);
    }
}

coro::task<> start() {
    const std::vector<int> of_a = {60, 180, 480};
    const std::vector<int> of_b = {120, 420, 540};
    const std::vector<int> of_c = {240, 300, 360};
    co_await coro::gather(sleeper("a", of_a), sleeper("b", of_b), sleeper("c", of_c));
}

const parity::program program("sleep_mixed", [] { parity::run(start()); });

}  // namespace
