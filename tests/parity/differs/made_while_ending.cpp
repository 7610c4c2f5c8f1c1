// differs: a task must run its clean-up, however late it was made

#include "../parity.hpp"

using namespace std::chrono_literals;

namespace {

struct says_so {
    says_so() {}
    ~says_so() { coro::println("late goes"); }
};

coro::task<> late() {
    const says_so at_the_end;
    coro::println("late starts");
    co_await coro::sleep(1s);
    coro::println("late ends");
}

coro::task<> long_sleep() {
    co_await coro::sleep(1000s);
}

coro::task<> clean_up() {
    coro::create_task(late());
    coro::println("worker makes a task");
    co_await coro::sleep(50ms);
}

coro::task<> worker() {
    co_await coro::finally(long_sleep(), clean_up());
}

coro::task<> start() {
    const auto task = coro::create_task(worker());
    co_await coro::sleep(100ms);
    coro::println("main ends {}", parity::word(task.done()));
}

void whole() {
    parity::run(start());
    coro::println("run returned");
}

const parity::program program("made_while_ending", whole);

}  // namespace
