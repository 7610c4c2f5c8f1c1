// differs: a program that hangs explains nothing, and the loop knows that nobody can wake it

#include "../parity.hpp"

namespace {

struct cleans_up {
    explicit cleans_up(std::string its_name) : name(std::move(its_name)) {}
    ~cleans_up() { coro::println("{} cleans up", name); }
    std::string name;
};

coro::task<> worker(std::string name, coro::mutex& first, coro::mutex& second) {
    const cleans_up at_the_end(name);
    const auto one = co_await first.lock();
    co_await coro::yield();
    const auto two = co_await second.lock();
    coro::println("never printed");
}

coro::task<> start() {
    coro::mutex left;
    coro::mutex right;
    co_await coro::gather(worker("one", left, right), worker("other", right, left));
}

void whole() {
    coro::run_options options;
    options.clock = coro::clock_kind::virtual_time;
    try {
        coro::run(start(), options);
    } catch (const coro::deadlock_error& error) {
        const std::string what = error.what();
        coro::println("{}", what.substr(0, what.find_last_not_of('\n') + 1));
    }
}

const parity::program program("deadlock", whole);

}  // namespace
