#pragma once
// Ctrl-C and Ctrl-\ while a loop runs. A handler may do next to nothing, so it
// notes the signal and wakes the loop by its eventfd; the loop looks at the
// note. (Not signalfd: it needs the signals blocked, and every child process
// would inherit that.) The second Ctrl-C ends the program on the spot.

namespace coro {

class signal_handlers {
public:
    /// Installs handlers if this is the main thread, and only over SIG_DFL:
    /// whoever handles a signal already goes on doing so.
    explicit signal_handlers(int wake_descriptor);

    /// Puts SIG_DFL back.
    ~signal_handlers();
    signal_handlers(const signal_handlers&) = delete;
    signal_handlers& operator=(const signal_handlers&) = delete;

    /// Was there a first Ctrl-C since the last call?
    [[nodiscard]] bool take_interrupt() noexcept;

    /// Was there a Ctrl-\ since the last call?
    [[nodiscard]] bool take_quit() noexcept;

    /// Was there a Ctrl-C at all?
    [[nodiscard]] bool interrupted() const noexcept;

private:
    bool handles_interrupt_ = false;
    bool handles_quit_ = false;
};

}  // namespace coro
