// differs: first come, first served: a free place goes to the putter who has waited longest

#include "../parity.hpp"

namespace {

using queue = coro::queue<std::string>;

coro::task<> puts(queue& to, std::string name) {
    for (int number = 0; number != 4; ++number) {
        const std::string value = fmt::format("{}{}", name, number);
        co_await to.put(value);
    }
}

coro::task<> gets(queue& from) {
    std::string values;
    for (int i = 0; i != 8; ++i) {
        const std::string value = co_await from.get();
        values += " " + value;
    }
    coro::println("in the order of the queue:{}", values);
}

coro::task<> start() {
    queue between(2);
    co_await coro::gather(puts(between, "a"), puts(between, "b"), gets(between));
}

const parity::program program("queue_bursts", [] { parity::run(start()); });

}  // namespace
