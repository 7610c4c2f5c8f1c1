// differs: a child that still cleans up may use what lives in the parent's frame

#include "../parity.hpp"

using namespace std::chrono_literals;

namespace {

coro::task<> long_sleep() {
    co_await coro::sleep(1000s);
}

coro::task<> clean_up(std::string name, std::chrono::milliseconds time) {
    co_await coro::sleep(time);
    coro::println("{} has cleaned up", name);
}

coro::task<> child(std::string name, std::chrono::milliseconds time) {
    co_await coro::finally(long_sleep(), clean_up(name, time));
}

coro::task<> parent() {
    try {
        co_await coro::gather(child("fast", 100ms), child("slow", 300ms));
    } catch (const coro::cancelled&) {
        coro::println("parent is cancelled");
        throw;
    }
}

coro::task<> start() {
    const auto task = coro::create_task(parent());
    co_await coro::sleep(100ms);
    task.cancel();
    try {
        co_await task;
    } catch (const coro::cancelled&) {
        coro::println("main saw it");
    }
    co_await coro::sleep(500ms);
    coro::println("main ends");
}

const parity::program program("gather_cancelled", [] { parity::run(start()); });

}  // namespace
