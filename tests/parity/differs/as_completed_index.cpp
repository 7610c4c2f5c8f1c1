// differs: a result alone does not tell which task it came from

#include "../parity.hpp"

#include <stdexcept>
#include <vector>

using namespace std::chrono_literals;

namespace {

coro::task<std::string> worker(std::string name, std::chrono::milliseconds time) {
    co_await coro::sleep(time);
    if (name == "fails") throw std::invalid_argument("no");
    co_return name;
}

coro::task<> start() {
    std::vector<coro::task_handle<std::string>> tasks;
    tasks.push_back(coro::create_task(worker("slow", 300ms)));
    tasks.push_back(coro::create_task(worker("fast", 100ms)));
    tasks.push_back(coro::create_task(worker("fails", 200ms)));
    for (auto& next : coro::as_completed(tasks)) {
        const auto [index, result] = co_await next;
        if (result.has_value())
            coro::println("task {} gave {}", index, result.value());
        else
            coro::println("task {} failed: {}", index, coro::message_of(result.error()));
    }
}

const parity::program program("as_completed_index", [] { parity::run(start()); });

}  // namespace
