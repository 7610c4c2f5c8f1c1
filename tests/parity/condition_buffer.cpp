// A buffer of a lock and two conditions; the twin of condition_buffer.py.

#include "parity.hpp"

#include <vector>

namespace {

struct buffer {
    coro::mutex lock;
    coro::condition filled{lock};
    coro::condition emptied{lock};
    std::vector<std::string> values;
};

coro::task<> produces(std::string name, buffer& to, int count) {
    for (int number = 0; number != count; ++number) {
        auto guard = co_await to.lock.lock();
        while (!to.values.empty()) co_await to.emptied.wait(guard);
        to.values.push_back(fmt::format("{}{}", name, number));
        coro::println("{} put in {}{}", name, name, number);
        to.filled.notify();
    }
}

coro::task<> consumes(std::string name, buffer& from, int count) {
    for (int i = 0; i != count; ++i) {
        auto guard = co_await from.lock.lock();
        while (from.values.empty()) co_await from.filled.wait(guard);
        coro::println("{} took out {}", name, from.values.back());
        from.values.pop_back();
        from.emptied.notify();
    }
}

coro::task<> start() {
    buffer shared;
    co_await coro::gather(consumes("x", shared, 3), produces("a", shared, 2),
                          produces("b", shared, 2), consumes("y", shared, 1));
    coro::println("left {} {}", shared.values.size(), parity::word(shared.lock.locked()));
}

const parity::program program("condition_buffer", [] { parity::run(start()); });

}  // namespace
