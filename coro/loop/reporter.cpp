// See reporter.hpp.

#include "coro/loop/reporter.hpp"

namespace coro {

namespace {

class silent_reporter final : public reporter {
public:
    void exception_unread(const task_base&, std::exception_ptr) noexcept override {}
    void callback_failed(const char*, std::exception_ptr, std::source_location) noexcept override {}
    void submission_unread(const std::exception_ptr&, std::source_location) noexcept override {}
    void pending_at_exit(const event_loop&) noexcept override {}
    void refuses_to_end(const event_loop&, const char*) noexcept override {}
    void task_tree(const event_loop&) noexcept override {}
    void run_ended() noexcept override {}
    std::string deadlock(const event_loop&) override { return "deadlock"; }
};

constinit thread_local reporter* installed = nullptr;

}  // namespace

reporter& reporter::get() noexcept {
    static silent_reporter silent;
    return installed != nullptr ? *installed : silent;
}

void reporter::install(reporter& which) noexcept {
    installed = &which;
}

}  // namespace coro
