// A fork while no loop runs is nobody's trouble: parent and child have loops,
// before and after.

#include "program.hpp"

#include <sys/wait.h>

using namespace std::chrono_literals;

namespace fork_before {

coro::task<int> quick(int result) {
    co_await coro::sleep(1ms);
    co_return result;
}

int start(int, char**) {
    const int before = coro::run(quick(1));
    const pid_t child = ::fork();
    if (child == 0)
        std::_Exit(
            program::report_errors([] { program::tell("in the child: {}", coro::run(quick(2))); }));
    int status = 0;
    ::waitpid(child, &status, 0);
    program::tell("in the parent: {} {}, child's status {}", before, coro::run(quick(3)), status);
    return 0;
}

const program::entry here("fork_before", start);

}  // namespace fork_before
