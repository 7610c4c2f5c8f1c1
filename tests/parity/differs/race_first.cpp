// differs: whoever wants the first seldom wants the others to run on

#include "../parity.hpp"

#include <vector>

using namespace std::chrono_literals;

namespace {

coro::task<std::string> worker(std::string name, std::chrono::milliseconds time) {
    try {
        co_await coro::sleep(time);
        coro::println("{} ends", name);
    } catch (const coro::cancelled&) {
        coro::println("{} is cancelled", name);
        throw;
    }
    co_return name;
}

coro::task<> start() {
    std::vector<coro::task<std::string>> tasks;
    tasks.push_back(worker("slow", 400ms));
    tasks.push_back(worker("fast", 100ms));
    const auto [index, result] = co_await coro::race(std::move(tasks));
    coro::println("the first was {}", result.value());
    co_await coro::sleep(600ms);
    coro::println("main ends");
}

const parity::program program("race_first", [] { parity::run(start()); });

}  // namespace
