// Case F: a [[nodiscard]] result of a co_await that is thrown away, as a semaphore's
// permit is in `co_await limit.acquire();`. A compiler that fails says nothing. It
// is compiled twice with -Werror: with DISCARD defined it must be refused, without
// it must pass.

#include <coroutine>
#include <cstdlib>

namespace {

struct [[nodiscard]] permit {
    permit() noexcept {}
    ~permit() {}
};

struct acquire {
    bool await_ready() const noexcept { return true; }
    void await_suspend(std::coroutine_handle<>) const noexcept {}
    permit await_resume() const noexcept { return permit(); }
};

struct started {
    struct promise_type {
        started get_return_object() { return {}; }
        std::suspend_never initial_suspend() const noexcept { return {}; }
        std::suspend_never final_suspend() const noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::abort(); }
    };
};

started work() {
#ifdef DISCARD
    co_await acquire();
#else
    permit held = co_await acquire();
#endif
}

}  // namespace

int main() { work(); }
