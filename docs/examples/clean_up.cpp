// Three ways to clean up.
#include "example.hpp"

#include <exception>

// [guard]
struct file {
    ~file() { say("file: closed"); }
};

coro::task<> with_a_destructor() {
    file opened;
    co_await coro::sleep(10s);
}
// [end]

// [await]
coro::task<> say_goodbye(std::string name) {
    co_await coro::sleep(500ms);
    say("{}: said goodbye", name);
}

coro::task<> by_hand() {
    std::exception_ptr failure;
    try {
        co_await coro::sleep(10s);
    } catch (...) {
        failure = std::current_exception();
    }
    co_await say_goodbye("by hand");
    if (failure) std::rethrow_exception(failure);
}
// [end]

// [finally]
coro::task<> work() {
    co_await coro::sleep(10s);
}

coro::task<> with_finally() {
    co_await coro::finally(work(), say_goodbye("finally"));
}
// [end]

coro::task<> async_main() {
    auto h = coro::create_task(with_a_destructor());
    auto i = coro::create_task(by_hand());
    auto j = coro::create_task(with_finally());
    co_await coro::sleep(1s);
    h.cancel();
    i.cancel();
    j.cancel();
    co_await coro::gather_outcomes(h, i, j);
    say("cancelled: {} {} {}", h.cancelled(), i.cancelled(),
        j.cancelled());
}

int main() {
    coro::run(async_main());
}
