#pragma once
// A timer for the loop itself: two seconds after a Ctrl-C, or after main has
// ended, it names the tasks that have not ended.

#include "coro/loop/reporter.hpp"
#include "coro/loop/runnable.hpp"

namespace coro {

class event_loop;

class drain_limit final : public runnable {
public:
    drain_limit(event_loop& loop, const char* reason) noexcept : loop_(loop), reason_(reason) {}

    void run() noexcept override {
        reporter::get().refuses_to_end(loop_, reason_);
        has_run_ = true;
    }
    [[nodiscard]] bool has_run() const noexcept { return has_run_; }

private:
    bool has_run_ = false;
    event_loop& loop_;
    const char* reason_;
};

}  // namespace coro
