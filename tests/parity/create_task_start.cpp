// When a created task starts; the twin of create_task_start.py.

#include "parity.hpp"

namespace {

coro::task<> child(std::string name) {
    coro::println("{} starts", name);
    co_await coro::yield();
    coro::println("{} goes on", name);
}

coro::task<> parent() {
    coro::println("parent starts");
    coro::create_task(child("grandchild"));
    coro::println("parent has created");
    co_await coro::yield();
    coro::println("parent goes on");
}

coro::task<> start() {
    coro::create_task(child("first"));
    coro::create_task(parent());
    coro::create_task(child("third"));
    coro::println("main has created");
    co_await coro::yield();
    coro::println("main 1");
    co_await coro::yield();
    coro::println("main 2");
    co_await coro::yield();
    coro::println("main 3");
}

const parity::program program("create_task_start", [] { parity::run(start()); });

}  // namespace
