// differs: a delay below zero is none, so what was asked first comes first

#include "../parity.hpp"

using namespace std::chrono_literals;

namespace {

coro::task<> start() {
    coro::future<> end;
    coro::call_later(0s, [] { coro::println("asked first"); });
    coro::call_later(-1s, [] { coro::println("asked second, for a second ago"); });
    coro::call_later(100ms, [&end] { end.set_value(); });
    co_await end;
}

const parity::program program("negative_delay", [] { parity::run(start()); });

}  // namespace
