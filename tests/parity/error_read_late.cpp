// A task that has failed keeps its error; the twin of error_read_late.py.

#include "parity.hpp"

#include <stdexcept>
#include <vector>

namespace {

coro::task<> fails() {
    co_await coro::yield();
    coro::println("it fails");
    throw std::invalid_argument("no");
}

coro::task<> reader(std::string name, coro::task_handle<> task, int yields) {
    for (int i = 0; i != yields; ++i) co_await coro::yield();
    for (int number = 0; number != 2; ++number) {
        try {
            co_await task;
        } catch (const std::invalid_argument& error) {
            coro::println("{} caught {} {}", name, error.what(), number);
        }
    }
}

coro::task<> start() {
    const auto task = coro::create_task(fails());
    std::vector<coro::task_handle<>> readers;
    readers.push_back(coro::create_task(reader("late", task, 5)));
    readers.push_back(coro::create_task(reader("early", task, 0)));
    readers.push_back(coro::create_task(reader("middle", task, 1)));
    const auto tick = coro::create_task(parity::ticker("tick", 7));
    for (const auto& each : readers) co_await each;
    coro::println("main sees {} {}", coro::message_of(task.exception()),
                  parity::word(task.cancelled()));
    co_await tick;
}

const parity::program program("error_read_late", [] { parity::run(start()); });

}  // namespace
