// What happens when a group fails; the twin of group_fails.py. A task that is started
// while the group is cancelled already is refused by asyncio; here it is cancelled
// before its first step.

#include "parity.hpp"

#include <exception>
#include <stdexcept>

using namespace std::chrono_literals;

namespace {

coro::task<> fails(std::string name, int yields) {
    for (int i = 0; i != yields; ++i) co_await coro::yield();
    coro::println("{} fails", name);
    throw std::invalid_argument(name);
}

coro::task<> cleans_up(std::string name, int yields) {
    bool stopped = false;
    try {
        co_await coro::sleep(1000s);
    } catch (const coro::cancelled&) {
        stopped = true;
    }
    if (stopped) {
        coro::println("{} is cancelled", name);
        for (int i = 0; i != yields; ++i) co_await coro::yield();
        coro::println("{} has cleaned up", name);
        throw coro::cancelled();
    }
}

coro::task<> while_it_joins(coro::task_group& group) {
    group.start(cleans_up("sibling", 2));
    group.start(fails("a", 2));
    co_return;
}

coro::task<> while_the_body_waits(coro::task_group& group) {
    group.start(fails("b", 1));
    group.start(cleans_up("sibling", 1));
    co_await cleans_up("body", 3);
}

coro::task<> at_once(coro::task_group& group) {
    group.start(fails("c", 0));
    co_await cleans_up("body", 0);
}

coro::task<> two_in_one_turn(coro::task_group& group) {
    group.start(fails("d", 1));
    group.start(fails("e", 1));
    co_return;
}

coro::task<> the_body_itself(coro::task_group& group) {
    group.start(cleans_up("sibling", 2));
    co_await coro::yield();
    throw std::invalid_argument("body");
}

coro::task<> scope(const char* name, coro::task<> (*body)(coro::task_group&)) {
    coro::println("{}", name);
    const auto tick = coro::create_task(parity::ticker("tick", 9));
    try {
        co_await coro::with_task_group(body);
    } catch (const coro::exception_group& failed) {
        std::string all;
        for (const std::exception_ptr& error : failed.exceptions())
            all += (all.empty() ? "" : ", ") + coro::message_of(error);
        coro::println("caught {}", all);
    }
    co_await coro::yield();
    coro::println("main goes on");
    co_await tick;
}

coro::task<> start() {
    co_await scope("while_it_joins", while_it_joins);
    co_await scope("while_the_body_waits", while_the_body_waits);
    co_await scope("at_once", at_once);
    co_await scope("two_in_one_turn", two_in_one_turn);
    co_await scope("the_body_itself", the_body_itself);
}

const parity::program program("group_fails", [] { parity::run(start()); });

}  // namespace
