// Groups within the tasks of a group; the twin of group_tree.py.

#include "parity.hpp"

namespace {

coro::task<> node(std::string name, int depth) {
    coro::println("{} starts", name);
    if (depth > 0) {
        auto body = [&](coro::task_group& group) -> coro::task<> {
            group.start(node(name + ".1", depth - 1));
            group.start(node(name + ".2", depth - 2));
            co_return;
        };
        co_await coro::with_task_group(body);
        coro::println("{} has joined", name);
    } else {
        co_await coro::yield();
        coro::println("{} ends", name);
    }
}

coro::task<> forest(coro::task_group& group) {
    group.start(node("a", 2));
    group.start(node("b", 0));
    group.start(node("c", 1));
    co_return;
}

coro::task<> start() {
    const auto tick = coro::create_task(parity::ticker("tick", 14));
    co_await coro::with_task_group(forest);
    coro::println("main has joined");
    co_await tick;
}

const parity::program program("group_tree", [] { parity::run(start()); });

}  // namespace
