// What can be asked of a task; the twin of task_states.py. They differ in exception(),
// which asyncio throws for a task that was cancelled, and coro gives as any other.

#include "parity.hpp"

#include <stdexcept>

using namespace std::chrono_literals;

namespace {

coro::task<std::string> worker(std::string how) {
    co_await coro::yield();
    if (how == "fails") throw std::invalid_argument(how);
    if (how == "is cancelled") co_await coro::sleep(1000s);
    co_return how;
}

void look(const coro::task_handle<std::string>& task) {
    coro::println("done {} cancelled {}", parity::word(task.done()),
                  parity::word(task.cancelled()));
    try {
        coro::println("result {}", task.result());
    } catch (const coro::invalid_state&) {
        coro::println("result() is too early");
    } catch (const std::invalid_argument& error) {
        coro::println("result() throws the error {}", error.what());
    } catch (const coro::cancelled&) {
        coro::println("result() throws the cancel");
    }
    try {
        const bool failed = task.exception() != nullptr;
        if (task.cancelled())
            coro::println("it was cancelled");
        else
            coro::println("failed {}", parity::word(failed));
    } catch (const coro::invalid_state&) {
        coro::println("exception() is too early");
    }
}

coro::task<> start() {
    for (const char* how : {"ends", "fails", "is cancelled"}) {
        coro::println("one that {}", how);
        const auto task = coro::create_task(worker(how));
        look(task);
        for (int i = 0; i != 3; ++i) co_await coro::yield();
        if (!task.done()) {
            look(task);
            coro::println("cancel {}", parity::word(task.cancel()));
            look(task);
            co_await coro::yield();
        }
        look(task);
        coro::println("cancel {}", parity::word(task.cancel()));
    }
}

const parity::program program("task_states", [] { parity::run(start()); });

}  // namespace
