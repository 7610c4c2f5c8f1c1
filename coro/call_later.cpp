// See call_later.hpp.

#include "coro/call_later.hpp"

#include <limits>

namespace coro {

// A call that is due at once stands among the timers too, so that it comes behind all
// that this turn makes ready, as in asyncio.
void later_call::arm(event_loop& loop, std::int64_t nanoseconds) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    const std::int64_t now = loop.now();
    if (nanoseconds <= 0) nanoseconds = 0;
    deadline_ = nanoseconds > most - now ? most : now + nanoseconds;
    loop.arm(*this, deadline_);
    add_reference();  // the loop's
    if (nanoseconds == 0) loop.look_soon();
}

void later_call::run() noexcept {
    if (state_ == state::set) {
        state_ = state::over;
        try {
            call();
        } catch (...) {
            reporter::get().callback_failed("a call_later callback", std::current_exception(), where_);
        }
        forget();
    }
    drop_reference();
}

void later_call::dropped() noexcept {
    if (state_ == state::set) state_ = state::over;
    forget();
    drop_reference();
}

// If it is due it stands in the ready queue already, and then run() does nothing.
void later_call::cancel() noexcept {
    if (state_ != state::set) return;
    state_ = state::cancelled;
    forget();
    if (!timer_heap::contains(*this)) return;
    event_loop::current()->disarm(*this, deadline_);
    drop_reference();  // the loop's
}

}  // namespace coro
