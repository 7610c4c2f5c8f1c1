// See wait.hpp.

#include "coro/wait.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>

namespace coro {

void throw_nothing_to_wait_for() {
    throw std::invalid_argument("wait: there is no task to wait for. Give it one handle at least.");
}

bool wait_base::await_ready() const noexcept {
    switch (options_.return_when) {
    case return_when::first_completed: return of_.ended() != 0;
    case return_when::first_exception: return of_.any_failed() || of_.ended() == of_.count();
    case return_when::all_completed: break;
    }
    return of_.ended() == of_.count();
}

void wait_base::start() {
    wait_for(options_.return_when == return_when::first_completed ? 1 : of_.count(),
             options_.return_when == return_when::first_exception);
    if (!options_.timeout) return;
    event_loop& loop = *event_loop::current();
    const std::int64_t length = std::max(options_.timeout->count(), std::int64_t{0});
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    const std::int64_t now = loop.now();
    deadline_ = length > most - now ? most : now + length;
    if (length == 0) loop.look_soon();  // due at the next turn, as a timer of asyncio
    loop.arm(*this, deadline_);
}

// A timer that is due already runs in this turn, before the task goes on.
void wait_base::enough() noexcept {
    if (deadline_ >= 0) event_loop::current()->disarm(*this, deadline_);
    complete();
}

void wait_base::cancel() noexcept {
    if (deadline_ >= 0) event_loop::current()->disarm(*this, deadline_);
    completions_wait::cancel();
}

wait_info wait_base::describe() const noexcept {
    return wait_info("wait", nullptr, deadline_);
}

}  // namespace coro
