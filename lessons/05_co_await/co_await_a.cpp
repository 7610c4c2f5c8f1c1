// What does `co_await` do?
//
// It asks an *awaiter*, an object with three functions. Here is one
// that says which of them is called, and when (`lesson::step`
// prints a line with its number).
#include "lesson.hpp"

// Whoever waits for the answer that is still on its way.
std::coroutine_handle<> waiting;

class answer {
public:
    answer(int value, bool is_here)
        : value_(value), is_here_(is_here) {}

    // First: need we wait at all? If not, `co_await` goes on at
    // once, and nobody notices.
    bool await_ready() {
        lesson::step(is_here_ ? "ready: yes" : "ready: no");  // (1)
        return is_here_;
    }

    // If we must: the coroutine stands still now. Here is its
    // handle, for whoever is to go on with it. Keep it somewhere,
    // for instance in a loop's list of timers. Then the thread goes
    // back to who resumed the coroutine last.
    void await_suspend(std::coroutine_handle<> handle) {
        lesson::step("suspended");  // (2)
        waiting = handle;
    }

    // Last, in both cases: the value of the `co_await`.
    int await_resume() {
        lesson::step(fmt::format("result: {}", value_));  // (3)
        return value_;
    }

private:
    int value_;
    bool is_here_;
};

// Two awaits that look the same: the answer to the first is here,
// the second is still on its way. (`lesson::by_hand` is the
// coroutine type from `by_hand`.)
lesson::by_hand ask() {
    lesson::step("ask: the first");
    answer here(3, true);
    const int first = co_await here;  // (4)
    lesson::step("ask: the second");
    answer far(4, false);
    const int second = co_await far;  // (5)
    lesson::step(fmt::format("ask: {} and {}", first, second));
}

int main() {
    const auto asking = ask().handle;
    asking.resume();                       // (6)
    lesson::step("main: has the thread");  // (7)
    waiting.resume();                      // (8)
    asking.destroy();
}

// Two awaits, and `main` had the thread back once. `co_await` does
// not mean "go to the loop". It means "ask the awaiter". Only if
// the answer is not there, as in (5), does the coroutine stop, and
// the thread goes back to who resumed it: a loop or, here, `main`.
//
// What `coro::sleep` and `coro::yield` give is such an awaiter. In
// Python the three functions are one, `__await__`, and its `yield`
// is what suspends.
//
// To try: let both answers be here, and take (8) out. (Nobody would
// have set `waiting`.) Which lines are gone?
