// Case E: an await_transform that returns a reference. A compiler that fails copies
// the awaiter, and what the copy learns is lost.

#include <coroutine>
#include <cstdlib>

namespace {

struct stepper {
    int steps = 0;
    bool await_ready() noexcept {
        ++steps;
        return true;
    }
    void await_suspend(std::coroutine_handle<>) noexcept {}
    int await_resume() noexcept { return steps; }
};

struct started {
    struct promise_type {
        started get_return_object() { return {}; }
        std::suspend_never initial_suspend() const noexcept { return {}; }
        std::suspend_never final_suspend() const noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::abort(); }
        stepper& await_transform(stepper& same) { return same; }
    };
};

started two_steps(stepper& next) {
    co_await next;
    co_await next;
}

}  // namespace

int main() {
    stepper next;
    two_steps(next);
    return next.steps == 2 ? 0 : 1;
}
