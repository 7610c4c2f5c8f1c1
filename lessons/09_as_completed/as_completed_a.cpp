// Three tasks run. How do we get each result as soon as it is
// there?
//
// `gather` gives all results at once, when the last one is there.
// By then the first could have been printed, stored or counted.
#include "lesson.hpp"

#include <vector>

using namespace std::chrono_literals;

lesson::stopwatch watch;

// As if a server were asked, which answers 10 bytes after a while.
coro::task<int> fetch(std::chrono::milliseconds delay) {
    co_await coro::sleep(delay);  // (1)
    co_return 10;
}

const char* const names[] = {"slow", "fast", "mid"};

std::vector<coro::task_handle<int>> start_three() {
    watch.restart();
    std::vector<coro::task_handle<int>> all;
    for (auto delay : {300ms, 100ms, 200ms}) {
        all.push_back(coro::create_task(fetch(delay)));  // (2)
    }
    return all;
}

// First `gather`, which takes a vector, too. One line, at 0.300,
// and the sizes stand in the order of the tasks.
coro::task<> async_main() {
    auto tasks = start_three();
    auto sizes = co_await coro::gather(tasks);  // (3)
    lesson::say("{:.3f} {} {} {} bytes", watch.elapsed(), sizes[0],
                sizes[1], sizes[2]);

    // `coro::as_completed` is for a `for` loop, which goes round
    // once for each task. Each `co_await next` waits until one more
    // of them has ended, *whichever* that is. So there is a line at
    // 0.100, at 0.200, at 0.300. But who is it?
    tasks = start_three();
    for (auto& next : coro::as_completed(tasks)) {  // (4)
        auto [index, result] = co_await next;       // (5)
        lesson::say("{:.3f} {} bytes, but whose?", watch.elapsed(),
                    result.value());
    }

    // The size does not say, it is always 10. The `index` does: the
    // task's place in the vector. `result` is an *outcome*, which
    // holds what the task ended with, a value or an error;
    // `value()` gives the value. With the index we draw a progress
    // bar.
    std::string bar = "...";
    tasks = start_three();
    for (auto& next : coro::as_completed(tasks)) {
        auto [index, result] = co_await next;
        bar[index] = '#';
        lesson::say("{:.3f} [{}] {} bytes, {}", watch.elapsed(),
                    bar, result.value(), names[index]);  // (6)
    }
}

int main() {
    coro::run(async_main());
}

// Many believe that asyncio tells who it was. It does not: what the
// `for` gives there is none of the tasks, and (5) gives a bare 10.
// In the twin each task returns its index, too. (From Python 3.13
// on, `async for` gives the tasks themselves. Here the index is
// always there, since it is so often needed.)
//
// To try: leave the last loop with `break` after its first line. Do
// the other two tasks end? The report knows.
