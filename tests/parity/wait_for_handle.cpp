// A time limit on a task that runs already; the twin of wait_for_handle.py.

#include "parity.hpp"

using namespace std::chrono_literals;

namespace {

coro::task<> clean_up(std::string name) {
    coro::println("{} is cancelled", name);
    co_await coro::sleep(10ms);
    coro::println("{} has cleaned up", name);
}

coro::task<std::string> worker(std::string name, std::chrono::milliseconds time) {
    bool stopped = false;
    try {
        co_await coro::sleep(time);
    } catch (const coro::cancelled&) {
        stopped = true;
    }
    if (stopped) {
        co_await clean_up(name);
        throw coro::cancelled();
    }
    coro::println("{} ends", name);
    co_return name;
}

coro::task<> limited(coro::task_handle<std::string> task, std::chrono::milliseconds time) {
    try {
        const std::string& value = co_await coro::wait_for(task, time);
        coro::println("limited gave {}", value);
    } catch (const coro::timeout_error&) {
        coro::println("limited has timed out {} {}", parity::word(task.done()),
                      parity::word(task.cancelled()));
    }
}

coro::task<> start() {
    auto task = coro::create_task(worker("fast", 10ms));
    co_await limited(task, 1000s);
    const std::string& value = co_await task;
    coro::println("main got {}", value);
    co_await limited(task, 0ms);
    task = coro::create_task(worker("slow", 1000s));
    co_await limited(task, 20ms);
    try {
        co_await task;
    } catch (const coro::cancelled&) {
        coro::println("main saw it {}", coro::current_task().cancelling());
    }
    task = coro::create_task(worker("no time", 1000s));
    co_await coro::yield();
    co_await limited(task, 0ms);
}

const parity::program program("wait_for_handle", [] { parity::run(start()); });

}  // namespace
