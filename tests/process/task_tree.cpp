// Three tasks, each waiting for something else, until the test lets them go:
// enough for a Ctrl-\ to show.

#include "program.hpp"

using namespace std::chrono_literals;

namespace task_tree {

coro::task<int> fetch() {
    while (!program::told_to_go_on()) co_await coro::sleep(1ms);
    co_return 7;
}

coro::task<int> deeper() {
    co_return co_await fetch();
}

coro::task<int> reader(coro::task_handle<int> fetching) {
    co_return co_await fetching;
}

coro::task<> main_task() {
    auto fetching = coro::create_task(deeper(), "fetching");
    auto reading = coro::create_task(reader(fetching), "reading");
    co_await coro::yield();
    program::ready();
    const int result = co_await reading;
    program::tell("went on to its end: {}", result);
}

int start(int, char**) {
    coro::run(main_task());
    program::tell("run returned");
    return 0;
}

const program::entry here("task_tree", start);

}  // namespace task_tree
