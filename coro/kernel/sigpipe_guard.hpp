#pragma once
// Why a write to a broken pipe ends in -EPIPE here, and not in a dead program.
//
// send() can say MSG_NOSIGNAL; write() cannot, and raises SIGPIPE in the thread
// that performs it. We do not ignore the signal for the whole process: that
// belongs to the program (`lesson | head` should end quietly), and its children
// would inherit it. So it is held back while the kernel may be performing a
// write for us, and taken away if one met a broken pipe. This costs two system
// calls in a wait with a write in flight, and nothing in any other.

#include <csignal>
#include <ctime>

namespace coro::detail {

class sigpipe_guard {
public:
    /// `needed`: is a write in flight? `broken` is set to true, before the
    /// guard's end, if a write came back with -EPIPE.
    sigpipe_guard(bool needed, bool& broken) noexcept : broken_(broken) {
        if (!needed) return;
        sigemptyset(&sigpipe_);
        sigaddset(&sigpipe_, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &sigpipe_, &before_);
        // A caller who blocks it has a plan of his own for what is pending.
        active_ = sigismember(&before_, SIGPIPE) == 0;
    }

    ~sigpipe_guard() {
        if (active_) {
            // Pipes send it to the thread, and the thread's own come first.
            const timespec at_once{};
            if (broken_) sigtimedwait(&sigpipe_, nullptr, &at_once);
            pthread_sigmask(SIG_SETMASK, &before_, nullptr);
        }
        broken_ = false;
    }

    sigpipe_guard(const sigpipe_guard&) = delete;
    sigpipe_guard& operator=(const sigpipe_guard&) = delete;

private:
    bool& broken_;
    bool active_ = false;
    sigset_t sigpipe_;
    sigset_t before_;
};

}  // namespace coro::detail
