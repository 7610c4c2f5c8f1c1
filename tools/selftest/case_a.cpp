// Case A: a co_await in the condition of an `if`, in a body without a named local
// variable. A compiler that fails never continues the coroutine after it.

#include "tiny.hpp"

namespace {

bool reached = false;

tiny::task<int> read() { co_return 1; }

tiny::task<int> branch() {
    if (co_await read() == 0) co_return 0;
    reached = true;
    co_return 1;
}

}  // namespace

int main() {
    auto main_task = branch();
    const bool ended = main_task.start();
    return ended && reached ? 0 : 1;
}
