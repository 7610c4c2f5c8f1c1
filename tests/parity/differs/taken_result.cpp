// differs: what cannot be copied has to be moved out, and then it is gone for the others

#include "../parity.hpp"

#include <vector>

namespace {

using strings = std::vector<std::string>;

coro::task<strings> worker() {
    strings both;
    both.push_back("a");
    both.push_back("b");
    co_return both;
}

coro::task<> taker(coro::task_handle<strings> task) {
    const strings taken = co_await std::move(task);
    coro::println("taker got {} {}", taken[0], taken[1]);
}

coro::task<> reader(coro::task_handle<strings> task) {
    try {
        const strings& value = co_await task;
        coro::println("reader got {}", value.size());
    } catch (const coro::result_taken& error) {
        coro::println("reader is told: {}", error.what());
    }
}

coro::task<> start() {
    const auto task = coro::create_task(worker());
    const auto taking = coro::create_task(taker(task));
    const auto reading = coro::create_task(reader(task));
    co_await taking;
    co_await reading;
}

const parity::program program("taken_result", [] { parity::run(start()); });

}  // namespace
