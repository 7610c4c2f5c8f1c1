// differs: first set, first fired: what everybody expects, and a heap by itself does not keep

#include "../parity.hpp"

using namespace std::chrono_literals;

namespace {

coro::task<> start() {
    coro::future<> end;
    for (const char* name : {"first", "second", "third", "fourth", "fifth"})
        coro::call_later(100ms, [name] { coro::println("{}", name); });
    coro::call_later(200ms, [&end] { end.set_value(); });
    co_await end;
}

const parity::program program("equal_deadlines", [] { parity::run(start()); });

}  // namespace
