// See remote_task.hpp.

#include "coro/remote_task.hpp"

#include "coro/loop/event_loop.hpp"
#include "coro/loop/inbox.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace coro {

struct submission::state {
    // Silent: a loop that nobody else can reach may still find that it is deadlocked.
    state(inbox& which, std::source_location place) : of(which), where(place) { of.add_reference(inbox::reference::silent); }
    ~state() { of.drop_reference(inbox::reference::silent); }

    inbox& of;
    std::source_location where;
    std::atomic<unsigned> references{1};
    std::mutex mutex;  // guards over
    std::condition_variable changed;
    bool over = false;
    task_base* task = nullptr;  // with a reference; for the loop's thread, until it is over
    reporter* reports = nullptr;
};

submission::submission(inbox& of, std::source_location where)
    : state_(new state(of, where)) {}

submission::~submission() {
    delete state_;
}

void submission::add_reference() noexcept {
    state_->references.fetch_add(1, std::memory_order_relaxed);
}

void submission::drop_reference() noexcept {
    if (state_->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

bool submission::wait(std::int64_t nanoseconds) const {
    std::unique_lock lock(state_->mutex);
    const auto is_over = [this] { return state_->over; };
    if (is_over()) return true;
    event_loop* const here = event_loop::current();
    if (here != nullptr && &here->from_outside() == &state_->of)
        throw invalid_state("remote_task: the loop's own thread cannot wait for it, since the task "
                            "could not run meanwhile. In a coroutine use create_task and co_await.");
    if (nanoseconds < 0) {
        state_->changed.wait(lock, is_over);
        return true;
    }
    // Beyond a year it makes no difference, and the clock's sum would not fit.
    constexpr std::chrono::nanoseconds most = std::chrono::hours(24 * 365);
    return state_->changed.wait_for(lock, std::min(std::chrono::nanoseconds(nanoseconds), most),
                                    is_over);
}

bool submission::done() const noexcept {
    const std::lock_guard lock(state_->mutex);
    return state_->over;
}

void submission::started(task_base& task) noexcept {
    task.add_reference();
    state_->task = &task;
    state_->reports = &reporter::get();
}

void submission::ended() noexcept {
    if (state_->task != nullptr) std::exchange(state_->task, nullptr)->drop_reference();
    const std::lock_guard lock(state_->mutex);
    state_->over = true;
    state_->changed.notify_all();
}

bool submission::cancel() {
    if (done()) return false;
    class asking final : public posted {
    public:
        explicit asking(submission& whom) noexcept : whom_(whom) { whom_.add_reference(); }
        ~asking() override { whom_.drop_reference(); }
        void run() noexcept override {
            if (whom_.state_->task != nullptr) event_loop::current()->cancel(*whom_.state_->task);
            delete this;
        }
        void dropped() noexcept override { delete this; }

    private:
        submission& whom_;
    };
    auto* const request = new asking(*this);
    if (state_->of.post(*request)) return true;
    delete request;
    return false;
}

void submission::report_unread(const std::exception_ptr& error) noexcept {
    if (state_->reports != nullptr) state_->reports->submission_unread(error, state_->where);
}

}  // namespace coro
