// One task of a group is cancelled; the twin of group_child_cancelled.py.

#include "parity.hpp"

#include <vector>

namespace {

coro::task<> worker(std::string name, int yields) {
    try {
        for (int i = 0; i != yields; ++i) co_await coro::yield();
        coro::println("{} ends", name);
    } catch (const coro::cancelled&) {
        coro::println("{} is cancelled", name);
        throw;
    }
}

coro::task<> start() {
    const auto tick = coro::create_task(parity::ticker("tick", 9));
    std::vector<coro::task_handle<>> tasks;
    auto body = [&](coro::task_group& group) -> coro::task<> {
        tasks.push_back(group.start(worker("running", 5)));
        tasks.push_back(group.start(worker("stopped", 9)));
        tasks.push_back(group.start(worker("never printed", 1)));
        tasks[2].cancel();
        co_await coro::yield();
        coro::println("the body cancels {}", parity::word(tasks[1].cancel()));
        try {
            co_await tasks[1];
        } catch (const coro::cancelled&) {
            coro::println("the body saw it {}", coro::current_task().cancelling());
        }
        coro::println("the body ends");
    };
    co_await coro::with_task_group(body);
    coro::println("main goes on {} {} {}", parity::word(tasks[0].cancelled()),
                  parity::word(tasks[1].cancelled()), parity::word(tasks[2].cancelled()));
    co_await tick;
}

const parity::program program("group_child_cancelled", [] { parity::run(start()); });

}  // namespace
