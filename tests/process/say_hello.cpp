// The smallest program there is. It tells what keeps it from running.

#include "program.hpp"

using namespace std::chrono_literals;

namespace say_hello {

coro::task<> hello() {
    co_await coro::sleep(1ms);
    coro::println("hello");
}

int start(int, char**) {
    return program::report_errors([] { coro::run(hello()); });
}

const program::entry here("say_hello", start);

}  // namespace say_hello
