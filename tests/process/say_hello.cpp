// The smallest program there is. It tells what keeps it from running.

#include "program.hpp"

using namespace std::chrono_literals;

namespace {

coro::task<> hello() {
    co_await coro::sleep(1ms);
    coro::println("hello");
}

}  // namespace

int main() {
    return program::report_errors([] { coro::run(hello()); });
}
