// May a task of a group write into a variable of the function that
// started it?
//
// A task that anybody starts anywhere must not: it may outlive the
// function. A group promises that it does not.
#include "lesson.hpp"

#include <vector>

using namespace std::chrono_literals;

lesson::stopwatch watch;

// The answers go into a vector that belongs to somebody else.
coro::task<> fetch(std::chrono::milliseconds delay,
                   std::vector<int>& sizes) {
    co_await coro::sleep(delay);
    sizes.push_back(10);  // (1)
}

// The vector stands *outside* of the body, and this is the rule:
// what tasks refer to is declared before the group. Look at the
// body: it starts three tasks and is at its end, at 0.000, and with
// it go its own variables. The tasks need theirs until 0.300.
coro::task<> async_main() {
    watch.restart();
    std::vector<int> sizes;  // (2)
    auto body = [&sizes](coro::task_group& group) -> coro::task<> {
        for (auto delay : {300ms, 100ms, 200ms}) {
            group.start(fetch(delay, sizes));  // (3)
        }
        lesson::say("{:.3f} the body ends", watch.elapsed());
        co_return;
    };

    // The body has a name, for the same reason. It is a lambda that
    // *captures*: it remembers where `sizes` is. The coroutine that
    // it starts looks there, so the lambda has to live as long as
    // that. Without a name it would be gone before; so that does
    // not compile.
    co_await coro::with_task_group(body);  // (4)
    lesson::say("{:.3f} {} answers", watch.elapsed(), sizes.size());
}

int main() {
    coro::run(async_main());
}

// Yes, it may. When we go on, at 0.300, nobody is left who could
// write, and all three answers are there. So it is with everyone
// who owns tasks, with `gather` and `race` as well.
//
// A group is for what those cannot do: start tasks one by one, as
// many as it turns out to need. asyncio has the same since Python
// 3.11, its `TaskGroup`, with a block where we have a body.
//
// To try: let the body also start a task that sleeps 100 ms and
// then starts a `fetch` of 400 ms in the group. When does it end
// now?
