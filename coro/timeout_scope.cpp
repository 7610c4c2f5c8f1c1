// See timeout_scope.hpp.

#include "coro/timeout_scope.hpp"

#include "coro/loop/errors.hpp"
#include "coro/loop/event_loop.hpp"
#include "coro/loop/frame_pool.hpp"
#include "coro/loop/runnable.hpp"
#include "coro/loop/timer_heap.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <limits>

namespace coro {

namespace detail {
[[noreturn]] void throw_timeout(std::int64_t nanoseconds);
}

namespace {

task_base& running_task() {
    task_base* const task = event_loop::require("timeout_scope").current_task();
    if (task == nullptr)
        throw invalid_state("timeout_scope: no task runs that it could cancel; this is a callback.");
    return *task;
}

}  // namespace

// The timer. It is not a part of the scope, since it may stand in the ready queue
// already when the scope ends; then it finds nobody, and only deletes itself.
class timeout_scope::alarm final : public runnable {
public:
    explicit alarm(timeout_scope& whose) noexcept : scope(&whose) {}

    static void* operator new(std::size_t size) { return frame_pool::allocate(size); }
    static void operator delete(void* memory, std::size_t size) noexcept {
        frame_pool::deallocate(memory, size);
    }

    void run() noexcept override {
        if (scope != nullptr) {
            scope->alarm_ = nullptr;
            scope->expired_ = event_loop::current()->cancel(scope->task_);
        }
        delete this;
    }
    void dropped() noexcept override {
        if (scope != nullptr) scope->alarm_ = nullptr;
        delete this;
    }
    [[nodiscard]] const task_base* on_behalf_of() const noexcept override {
        return scope != nullptr ? &scope->task_ : nullptr;
    }

    timeout_scope* scope;
};

timeout_scope::timeout_scope(std::int64_t nanoseconds)
    : task_(running_task()),
      alarm_(new alarm(*this)),
      requests_before_(task_.cancel_requests()),
      pending_before_(task_.cancel_pending) {
    event_loop& loop = *event_loop::current();
    try {
        if (nanoseconds <= 0) {
            loop.make_ready(*alarm_);
            return;
        }
        constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
        const std::int64_t now = loop.now();
        deadline_ = nanoseconds > most - now ? most : now + nanoseconds;
        loop.arm(*alarm_, deadline_);
    } catch (...) {
        delete alarm_;
        throw;
    }
}

timeout_scope::~timeout_scope() {
    if (alarm_ != nullptr) {
        if (timer_heap::contains(*alarm_)) {
            event_loop::current()->disarm(*alarm_, deadline_);
            delete alarm_;
        } else {
            alarm_->scope = nullptr;
        }
    }
    if (!expired_) return;
    task_.take_cancel_request_back();
    // Nobody else has asked meanwhile: what is still to be delivered was ours.
    if (task_.cancel_requests() <= requests_before_ && !pending_before_)
        task_.cancel_pending = false;
}

bool timeout_scope::caused_it() const noexcept {
    // If somebody had asked before us, and it was not told yet, the answer is no.
    return expired_ && !pending_before_ && task_.cancel_requests() <= requests_before_ + 1;
}

namespace detail {

void throw_timeout(std::int64_t nanoseconds) {
    const double seconds = static_cast<double>(nanoseconds > 0 ? nanoseconds : 0) / 1e9;
    throw timeout_error(
        fmt::format("wait_for: not done after {} s, and so it was cancelled", seconds));
}

}  // namespace detail

}  // namespace coro
