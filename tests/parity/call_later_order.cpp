// Functions that are called later, among tasks that sleep; the twin of
// call_later_order.py.

#include "parity.hpp"

#include <vector>

using namespace std::chrono_literals;

namespace {

coro::task<> sleeper(std::string name, std::chrono::milliseconds time) {
    co_await coro::sleep(time);
    coro::println("{} woke", name);
}

coro::task<> start() {
    const auto at_once = coro::call_later(0s, [] { coro::println("called at once"); });
    coro::println("main goes on first {}", parity::word(at_once.cancelled()));
    co_await coro::yield();
    std::vector<coro::task_handle<>> sleeping;
    sleeping.push_back(coro::create_task(sleeper("second", 20ms)));
    sleeping.push_back(coro::create_task(sleeper("fourth", 40ms)));
    co_await coro::yield();
    coro::call_later(50ms, [] { coro::println("fifth is called"); });
    coro::call_later(10ms, [] { coro::println("first is called"); });
    const auto never = coro::call_later(25ms, [] { coro::println("never called"); });
    coro::call_later(30ms, [] { coro::println("third is called"); });
    never.cancel();
    never.cancel();
    parity::hold_thread(150ms);
    coro::println("main held the thread {}", parity::word(never.cancelled()));
    const auto tick = coro::create_task(parity::ticker("tick", 4));
    for (const auto& task : sleeping) co_await task;
    co_await tick;
}

const parity::program program("call_later_order", [] { parity::run(start()); });

}  // namespace
