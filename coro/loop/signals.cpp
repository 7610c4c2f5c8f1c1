// See signals.hpp.

#include "coro/loop/signals.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <sys/eventfd.h>
#include <unistd.h>

namespace coro {

namespace {

// Only the main thread's loop has handlers, so one set of notes is enough.
// Lock-free atomics are what a handler may touch.
std::atomic<int> wake = -1;
std::atomic<bool> interrupt_noted = false;
std::atomic<bool> interrupt_seen = false;
std::atomic<bool> quit_noted = false;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void wake_the_loop() {
    const int saved = errno;
    eventfd_write(wake.load(), 1);
    errno = saved;
}

void on_interrupt(int signal) {
    if (interrupt_seen.exchange(true)) {
        // The second time: end at once, as if nobody had ever handled it.
        std::signal(signal, SIG_DFL);
        std::raise(signal);
        return;
    }
    interrupt_noted = true;
    wake_the_loop();
}

void on_quit(int) {
    quit_noted = true;
    wake_the_loop();
}

bool install(int signal, void (*handler)(int)) {
    struct sigaction present = {};
    if (sigaction(signal, nullptr, &present) != 0 || present.sa_handler != SIG_DFL) return false;
    struct sigaction ours = {};
    ours.sa_handler = handler;
    ours.sa_flags = SA_RESTART;  // blocking calls of the program go on
    sigemptyset(&ours.sa_mask);
    return sigaction(signal, &ours, nullptr) == 0;
}

}  // namespace

signal_handlers::signal_handlers(int wake_descriptor) {
    if (gettid() != getpid()) return;  // not the main thread
    wake = wake_descriptor;
    interrupt_noted = interrupt_seen = quit_noted = false;
    handles_interrupt_ = install(SIGINT, on_interrupt);
    handles_quit_ = install(SIGQUIT, on_quit);
}

signal_handlers::~signal_handlers() {
    if (handles_interrupt_) std::signal(SIGINT, SIG_DFL);
    if (handles_quit_) std::signal(SIGQUIT, SIG_DFL);
    if (handles_interrupt_ || handles_quit_) wake = -1;
}

bool signal_handlers::take_interrupt() noexcept {
    return handles_interrupt_ && interrupt_noted.exchange(false);
}

bool signal_handlers::interrupted() const noexcept {
    return handles_interrupt_ && interrupt_seen;
}

bool signal_handlers::take_quit() noexcept {
    return handles_quit_ && quit_noted.exchange(false);
}

}  // namespace coro
