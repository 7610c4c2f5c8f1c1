// When an awaited coroutine ends, how does its parent go on?
//
// In part a `main` went on with whoever waited. Here a coroutine
// awaits another one. What happens between the two is written in
// the *promise*, the part of the frame that is ours to write: the
// compiler calls its functions at fixed places. These tell which.
#include "lesson.hpp"

// Who runs next: a note that a coroutine leaves before it stops.
std::coroutine_handle<> next;

struct task {
    struct promise_type {
        task get_return_object() {
            lesson::step("get_return_object: a frame is made");
            return task{handle_type::from_promise(*this)};
        }
        std::suspend_always initial_suspend() { return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }

        // The end. Who waits for this coroutine is next. In
        // `by_hand` the frame stopped here; this one frees itself.
        std::suspend_never final_suspend() noexcept {
            next = continuation;
            lesson::step(next ? "final_suspend: the parent is next"
                              : "final_suspend: nobody waits");
            return {};
        }
        std::coroutine_handle<> continuation;
    };
    using handle_type = std::coroutine_handle<promise_type>;
    handle_type handle;

    // A task is an awaiter, too. Who awaits it is the parent: the
    // child keeps its handle, as the *continuation*, and is next.
    bool await_ready() { return false; }
    void await_suspend(std::coroutine_handle<> parent) {
        lesson::step("await_suspend: the child is next");
        handle.promise().continuation = parent;
        next = handle;
    }
    void await_resume() { lesson::step("await_resume"); }
};

task child() {
    lesson::step("child runs");  // (1)
    co_return;
}

task parent() {
    lesson::step("parent runs");
    co_await child();                // (2)
    lesson::step("parent goes on");  // (3)
}

// A *trampoline*: it runs whoever is next (`exchange` takes it out
// of `next`). Nobody else can get in between. `coro::task` does the
// same; and a result goes from the child into the parent's frame.
int main() {
    next = parent().handle;  // (4)
    while (next) {
        std::exchange(next, nullptr).resume();
    }
}

// From (2) to (3) the parent stood still, but the thread was never
// free: nobody else could run, however deep they await one another.
// So `no_gain` counted 0, and `yielding` will make use of it.
//
// In Python all of this is in the interpreter. Its twin prints
// only what parent and child say.
//
// To try: let `child` await a grandchild. Guess the order first.
