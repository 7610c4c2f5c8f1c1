#pragma once
// One request to the kernel as something a task can wait for: the base for
// awaitable I/O of your own; coro itself brings none yet. The request and the wait are one object in the coroutine's
// frame, and that frame stays until the kernel has answered, also after a
// cancel: until then the buffer is the kernel's. So a cancel only asks; the
// answer to the request itself, whichever it is, ends the wait.

#include "coro/kernel/kernel.hpp"
#include "coro/loop/event_loop.hpp"
#include "coro/loop/operation.hpp"

#include <coroutine>
#include <cstdint>

namespace coro {

class [[nodiscard("co_await the operation")]] kernel_operation : public awaiter,
                                                                 public operation,
                                                                 public request {
public:
    kernel_operation(opcode what, int descriptor, void* memory = nullptr, std::uint32_t size = 0,
                     std::uint32_t how = 0) noexcept {
        code = what;
        fd = descriptor;
        buffer = memory;
        length = size;
        flags = how;
        completed = [](request& done) noexcept {
            static_cast<kernel_operation&>(done).answered();
        };
    }

    bool await_ready() const noexcept { return false; }

    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> h) {
        begin();
        submit();
        suspend(h);
    }

    /// The result: >= 0, or -errno. Throws `cancelled` if a cancel ended it; a
    /// request that was faster than its cancel keeps its result.
    int await_resume() const {
        throw_if_cancelled();
        return result;
    }

    void cancel() noexcept override;
    [[nodiscard]] wait_info describe() const noexcept override;

private:
    void submit();
    void answered() noexcept;

    bool cancel_asked_ = false;
};

/// "read", "accept", ...
[[nodiscard]] const char* to_string(opcode what) noexcept;

}  // namespace coro
