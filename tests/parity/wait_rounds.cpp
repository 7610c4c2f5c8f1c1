// wait() for the first, again and again; the twin of wait_rounds.py.

#include "parity.hpp"

#include <utility>
#include <vector>

namespace {

coro::task<std::string> worker(std::string name, int yields) {
    for (int i = 0; i != yields; ++i) co_await coro::yield();
    coro::println("{} ends", name);
    co_return name;
}

coro::task<> start() {
    const auto tick = coro::create_task(parity::ticker("tick", 14));
    using name_and_yields = std::pair<const char*, int>;
    std::vector<coro::task_handle<std::string>> left;
    for (const auto& [name, yields] :
         {name_and_yields("a", 9), name_and_yields("b", 2), name_and_yields("c", 6),
          name_and_yields("d", 2), name_and_yields("e", 3), name_and_yields("f", 12)})
        left.push_back(coro::create_task(worker(name, yields)));
    coro::wait_options options;
    options.return_when = coro::return_when::first_completed;
    while (!left.empty()) {
        const auto [done, pending] = co_await coro::wait(left, options);
        std::string names;
        for (const auto& task : done) names += " " + task.result();
        coro::println("done:{}", names);
        left = pending;
    }
    co_await tick;
}

const parity::program program("wait_rounds", [] { parity::run(start()); });

}  // namespace
