// What happens when the loop was woken from outside: callbacks that other
// threads posted, and signals. See inbox.hpp and signals.hpp.

#include "coro/kernel/kernel.hpp"
#include "coro/loop/drain_limit.hpp"
#include "coro/loop/event_loop.hpp"
#include "coro/loop/inbox.hpp"
#include "coro/loop/reporter.hpp"
#include "coro/loop/signals.hpp"

namespace coro {

// On the virtual clock two seconds mean nothing.
void event_loop::limit_drain(const char* reason) {
    if (virtual_ || (drain_limit_ != nullptr && !drain_limit_->has_run())) return;
    delete drain_limit_;
    drain_limit_ = nullptr;  // if the next line throws
    drain_limit_ = new drain_limit(*this, reason);
    timers_.push(*drain_limit_, now() + 2'000'000'000);
}

void event_loop::interrupted() {
    limit_drain("2 seconds after Ctrl-C");
    if (main_ != nullptr) interrupt_reached_main_ = cancel(*main_);
}

void event_loop::hand_over(std::int64_t timeout_ns) {
    check_fork();
    if (kernel_->wait(timeout_ns)) woken();
}

void event_loop::woken() {
    inbox_->take_all([this](runnable& posted) { make_ready(posted); });
    if (signals_ == nullptr) return;
    if (signals_->take_interrupt()) interrupted();
    if (signals_->take_quit()) reporter::get().task_tree(*this);
}

}  // namespace coro
