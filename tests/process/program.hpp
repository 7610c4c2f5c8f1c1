#pragma once
// What the small programs in this folder share. Each shows one behaviour that
// takes a process of its own to see (a signal, a fork, the environment). The
// test_*.py beside it starts it, and judges what it prints and how it ends. All
// are in one executable, which is quicker to build; its first argument says
// which of them it is to be.

#include "coro/coro.hpp"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace program {

/// Enters one of the programs into the list that main() looks it up in.
class entry {
public:
    using start_function = int (*)(int count, char** arguments);

    entry(const char* called, start_function function) noexcept
        : name(called), start(function), next(first) {
        first = this;
    }

    const char* const name;
    const start_function start;  ///< as main(): arguments[0] is the name
    const entry* const next;
    static inline const entry* first = nullptr;
};

/// Prints a line that whoever reads from the pipe sees at once.
template <class... Args>
void tell(fmt::format_string<Args...> format, Args&&... args) {
    fmt::print("{}\n", fmt::format(format, std::forward<Args>(args)...));
    std::fflush(stdout);
}

/// Tells the test that the moment has come, and which process to signal.
inline void ready() {
    tell("ready {}", ::getpid());
}

/// Has the test written to our standard input, or closed it? Never waits.
inline bool told_to_go_on() {
    pollfd input = {STDIN_FILENO, POLLIN, 0};
    return ::poll(&input, 1, 0) == 1;
}

/// How this process handles a signal, in a word.
inline const char* disposition(int signal) {
    struct sigaction present = {};
    ::sigaction(signal, nullptr, &present);
    if (present.sa_handler == SIG_DFL) return "default";
    if (present.sa_handler == SIG_IGN) return "ignored";
    return "handled";
}

/// `co_await` it, and the task waits, without a timer, until happened() is
/// called on the loop's thread.
class occurrence final : public coro::awaiter, public coro::operation {
public:
    occurrence() noexcept {}

    bool await_ready() const noexcept { return happened_; }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> h) {
        suspend(h);
    }
    void await_resume() const { throw_if_cancelled(); }

    void happened() noexcept {
        happened_ = true;
        if (waiter_ != nullptr) complete();
    }

    void cancel() noexcept override { complete(completion::cancelled); }
    [[nodiscard]] coro::wait_info describe() const noexcept override {
        return coro::wait_info("an occurrence");
    }

private:
    bool happened_ = false;
};

/// Calls `body`, and prints what it throws instead of ending in an abort.
/// Returns the exit status for it: 0, or 3 if it threw.
template <class Body>
int report_errors(Body body) {
    try {
        body();
        return 0;
    } catch (const std::exception& error) {
        tell("error: {}", error.what());
    } catch (const coro::cancelled&) {
        tell("error: cancelled");
    }
    return 3;
}

/// The number that an argument of the program holds.
inline long number(int count, char** arguments, int index) {
    if (index < count) return std::strtol(arguments[index], nullptr, 10);
    tell("usage: argument {} is missing", index);
    std::exit(64);
}

}  // namespace program
