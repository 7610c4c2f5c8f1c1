// Forks while the loop runs. What the child does with the loop it was born
// into is named by the argument; the parent goes on, and waits for the child.

#include "program.hpp"

#include <string_view>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>

using namespace std::chrono_literals;

namespace fork_child {

coro::task<> beside() {
    for (int i = 0; i != 5; ++i) co_await coro::sleep(10ms);
    program::tell("{} beside", ::getpid());
}

coro::task<int> quick() {
    co_await coro::sleep(1ms);
    co_return 42;
}

// What the argument asks the child to do. Only "sleep" and "yield" come back.
void in_the_child(std::string_view what) {
    if (what == "thread") {
        std::thread([] { program::tell("a loop of its own: {}", coro::run(quick())); }).join();
        std::_Exit(5);
    }
    if (what == "exec") {
        ::execl("/bin/sh", "sh", "-c", "echo another program; exit 5", nullptr);
        std::_Exit(6);
    }
    if (what == "exit") std::_Exit(5);
}

coro::task<> forking(std::string_view what) {
    auto other = coro::create_task(beside(), "beside");
    co_await coro::sleep(1ms);
    const pid_t child = ::fork();
    if (child == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // not to outlive a test that failed
        in_the_child(what);
        if (what == "yield")
            for (;;) co_await coro::yield();
        co_await coro::sleep(1ms);
        program::tell("the child went on");
        std::_Exit(9);
    }
    int status = 0;
    // It may live on, as a process that runs the wrong loop: so not without end.
    while (::waitpid(child, &status, WNOHANG) == 0) co_await coro::sleep(1ms);
    program::tell("child's status {}", WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
    co_await other;
    const int result = co_await quick();
    program::tell("parent went on to its end: {}", result);
}

int start(int count, char** arguments) {
    const std::string_view what = count > 1 ? arguments[1] : "sleep";
    const pid_t parent = ::getpid();
    const int status = program::report_errors([&] { coro::run(forking(what)); });
    if (::getpid() != parent) std::_Exit(status);
    program::tell("run returned {}", status);
    return status;
}

const program::entry here("fork_child", start);

}  // namespace fork_child
