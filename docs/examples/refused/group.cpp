// A group that is a local variable.
#include "coro/coro.hpp"

coro::task<> child();

// [part]
coro::task<> async_main() {
    coro::task_group group;
    group.start(child());
    co_return;
}
// [end]
