// The body of a group without a name.
#include "coro/coro.hpp"

coro::task<> child();

// [part]
coro::task<> async_main() {
    co_await coro::with_task_group(
        [](coro::task_group& group) -> coro::task<> {
            group.start(child());
            co_return;
        });
}
// [end]
