// The clean-up after a Ctrl-C fails, with an exception of its own.

#include "program.hpp"

#include <stdexcept>

using namespace std::chrono_literals;

namespace {

coro::task<> failing() {
    try {
        program::ready();
        co_await coro::sleep(60s);
    } catch (const coro::cancelled&) {
        throw std::runtime_error("the clean-up failed");
    }
}

}  // namespace

int main() {
    return program::report_errors([] { coro::run(failing()); });
}
