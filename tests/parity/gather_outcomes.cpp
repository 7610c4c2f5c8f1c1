// How each child of a gather has ended; the twin of gather_outcomes.py.

#include "parity.hpp"

#include <stdexcept>
#include <vector>

namespace {

coro::task<std::string> worker(std::string name, int yields) {
    for (int i = 0; i != yields; ++i) co_await coro::yield();
    coro::println("{} ends", name);
    if (name == "fails") throw std::invalid_argument(name);
    co_return name;
}

std::string told(const coro::outcome<std::string>& outcome) {
    if (outcome.was_cancelled()) return "cancelled";
    if (outcome.error() != nullptr) return "an error: " + coro::message_of(outcome.error());
    return "a value: " + outcome.value();
}

coro::task<> start() {
    const auto tick = coro::create_task(parity::ticker("tick", 9));
    const auto stopped = coro::create_task(worker("never printed", 3));
    stopped.cancel();
    const auto [slow, never, fails, fast] = co_await coro::gather_outcomes(
        worker("slow", 4), stopped, worker("fails", 0), worker("fast", 1));
    for (const auto* outcome : {&slow, &never, &fails, &fast})
        coro::println("main got {}", told(*outcome));
    co_await tick;
}

const parity::program program("gather_outcomes", [] { parity::run(start()); });

}  // namespace
