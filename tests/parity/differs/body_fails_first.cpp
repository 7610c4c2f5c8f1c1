// differs: the first failure is the likeliest cause of the others, so it stands first

#include "../parity.hpp"

#include <stdexcept>

using namespace std::chrono_literals;

namespace {

coro::task<> child() {
    try {
        co_await coro::sleep(1000s);
    } catch (const coro::cancelled&) {
        coro::println("the child fails");
        throw std::invalid_argument("the child");
    }
}

coro::task<> body(coro::task_group& group) {
    group.start(child());
    co_await coro::yield();
    coro::println("the body fails");
    throw std::invalid_argument("the body");
}

coro::task<> start() {
    try {
        co_await coro::with_task_group(body);
    } catch (const coro::exception_group& failed) {
        std::string all;
        for (const auto& error : failed.exceptions())
            all += (all.empty() ? "" : ", then ") + coro::message_of(error);
        coro::println("main caught {}", all);
    }
}

const parity::program program("body_fails_first", [] { parity::run(start()); });

}  // namespace
