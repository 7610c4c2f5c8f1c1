// What happens when the loop was woken from outside: callbacks that other
// threads posted, and signals. See inbox.hpp and signals.hpp.

#include "coro/loop/event_loop.hpp"
#include "coro/loop/inbox.hpp"
#include "coro/loop/reporter.hpp"
#include "coro/loop/signals.hpp"

namespace coro {

// After the first Ctrl-C, a loop that does not come to its end says why not.
struct event_loop::drain_limit : runnable {
    explicit drain_limit(event_loop& which) : loop(which) {}

    void run() noexcept override { reporter::get().refuses_to_end(loop, "2 seconds after Ctrl-C"); }

    event_loop& loop;
};

void event_loop::interrupted() {
    if (drain_limit_ != nullptr) return;
    drain_limit_ = new drain_limit(*this);
    if (!virtual_) timers_.push(*drain_limit_, now() + 2'000'000'000);
    if (main_ != nullptr) cancel(*main_);
}

void event_loop::woken() {
    inbox_->take_all([this](runnable& posted) { make_ready(posted); });
    if (signals_ == nullptr) return;
    if (signals_->take_interrupt()) interrupted();
    if (signals_->take_quit()) reporter::get().task_tree(*this);
}

}  // namespace coro
