// What fails within its time limit; the twin of wait_for_fails.py.

#include "parity.hpp"

#include <stdexcept>

using namespace std::chrono_literals;

namespace {

coro::task<> fails(std::chrono::milliseconds time) {
    co_await coro::sleep(time);
    coro::println("it fails");
    throw std::invalid_argument("too bad");
}

coro::task<> times_out_itself() {
    co_await coro::yield();
    coro::println("it gives up by itself");
    throw coro::timeout_error("by itself");
}

coro::task<> sleeps() {
    co_await coro::sleep(1000s);
}

coro::task<> nested() {
    try {
        co_await coro::wait_for(sleeps(), 10ms);
    } catch (const coro::timeout_error&) {
        coro::println("the inner limit");
    }
    throw std::invalid_argument("after the inner limit");
}

coro::task<> limited(coro::task<> work) {
    try {
        co_await coro::wait_for(std::move(work), 1000s);
    } catch (const std::invalid_argument& error) {
        coro::println("limited caught {}", error.what());
    } catch (const coro::timeout_error&) {
        coro::println("limited caught a time-out");
    }
    coro::println("limited has {} requests", coro::current_task().cancelling());
}

coro::task<> start() {
    co_await limited(fails(0ms));
    co_await limited(fails(10ms));
    co_await limited(times_out_itself());
    co_await limited(nested());
}

const parity::program program("wait_for_fails", [] { parity::run(start()); });

}  // namespace
