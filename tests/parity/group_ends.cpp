// When a group goes on; the twin of group_ends.py.

#include "parity.hpp"

namespace {

coro::task<std::string> worker(std::string name, int count) {
    for (int number = 0; number != count; ++number) {
        coro::println("{} {}", name, number);
        co_await coro::yield();
    }
    coro::println("{} ends", name);
    co_return name;
}

coro::task<> starts_another(coro::task_group& group, std::string name) {
    co_await coro::yield();
    coro::println("{} starts another", name);
    group.start(worker("child of " + name, 3));
}

coro::task<> empty(coro::task_group&) {
    coro::println("an empty group");
    co_return;
}

coro::task<coro::task_handle<std::string>> two(coro::task_group& group) {
    const auto first = group.start(worker("a", 3));
    group.start(worker("b", 1));
    coro::println("the body ends");
    co_return first;
}

coro::task<> grows(coro::task_group& group) {
    group.start(starts_another(group, "c"));
    const auto task = group.start(worker("d", 1));
    const std::string value = co_await task;
    coro::println("the body has {}", value);
    co_await coro::yield();
}

coro::task<> waits_itself(coro::task_group& group) {
    group.start(worker("e", 0));
    for (int i = 0; i != 3; ++i) co_await coro::yield();
    coro::println("all have ended");
}

coro::task<> start() {
    const auto tick = coro::create_task(parity::ticker("tick", 18));
    co_await coro::with_task_group(empty);
    coro::println("does not wait");
    const auto first = co_await coro::with_task_group(two);
    coro::println("joined {}", first.result());
    co_await coro::with_task_group(grows);
    coro::println("joined");
    co_await coro::with_task_group(waits_itself);
    coro::println("does not wait");
    co_await tick;
}

const parity::program program("group_ends", [] { parity::run(start()); });

}  // namespace
