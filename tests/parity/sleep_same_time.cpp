// Several that sleep for the same time; the twin of sleep_same_time.py.

#include "parity.hpp"

#include <utility>
#include <vector>

using namespace std::chrono_literals;

namespace {

coro::task<> sleeper(std::string name, int yields) {
    for (int i = 0; i != yields; ++i) co_await coro::yield();
    coro::println("{} lies down", name);
    co_await coro::sleep(200ms);
    coro::println("{} woke", name);
}

coro::task<> start() {
    using name_and_yields = std::pair<const char*, int>;
    std::vector<coro::task_handle<>> tasks;
    for (const auto& [name, yields] :
         {name_and_yields("fifth", 3), name_and_yields("first", 0), name_and_yields("third", 1),
          name_and_yields("second", 0), name_and_yields("fourth", 2)})
        tasks.push_back(coro::create_task(sleeper(name, yields)));
    for (const auto& task : tasks) co_await task;
}

const parity::program program("sleep_same_time", [] { parity::run(start()); });

}  // namespace
