// main fails while tasks are pending; the twin of main_fails.py.

#include "parity.hpp"

#include <stdexcept>

using namespace std::chrono_literals;

namespace {

coro::task<> long_sleep() {
    co_await coro::sleep(1000s);
}

coro::task<> clean_up(std::string name, std::chrono::milliseconds time) {
    co_await coro::sleep(time);
    coro::println("{} has cleaned up", name);
}

coro::task<> worker(std::string name, std::chrono::milliseconds time) {
    co_await coro::finally(long_sleep(), clean_up(name, time));
}

coro::task<> start() {
    coro::create_task(worker("slow", 300ms));
    coro::create_task(worker("fast", 50ms));
    coro::create_task(worker("middle", 150ms));
    co_await coro::yield();
    coro::println("main fails");
    throw std::invalid_argument("main");
}

void whole() {
    try {
        parity::run(start());
    } catch (const std::invalid_argument& error) {
        coro::println("run threw {}", error.what());
    }
}

const parity::program program("main_fails", whole);

}  // namespace
