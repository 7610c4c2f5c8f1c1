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

        // The end. Who waits for this coroutine is next. The frame
        // does not stop here, as in `by_hand`, but frees itself.
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

// A *trampoline*: it runs whoever is next. It chooses nobody, and
// nobody else can get in between. `coro::task` does it in the same
// way; and a result goes from the child into the parent's frame.
int main() {
    next = parent().handle;  // (4)
    while (next) {
        std::exchange(next, nullptr).resume();
    }
}

// From (2) to (3) nobody was asked who should run. So `co_await` of
// a coroutine gives no turn to others, however deep they await one
// another. The lesson `yielding` will make use of that.
//
// In Python all of this is in the interpreter. Its twin prints
// only what parent and child say.
//
// To try: let `child` await a grandchild. Guess the order first.
