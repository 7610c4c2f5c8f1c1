// See run_program.hpp.

#include "run_program.hpp"

#include "interpret.hpp"
#include "listener.hpp"

#include "coro/debug/reports.hpp"
#include "coro/loop/reporter.hpp"

#include <exception>
#include <source_location>
#include <system_error>

namespace random_programs {

namespace {

// Notes what would be printed, and prints nothing.
class quiet_reporter final : public coro::reporter {
public:
    void exception_unread(const coro::task_base& task, std::exception_ptr) noexcept override {
        noted->reported.push_back(task.id());
    }
    void callback_failed(const char*, std::exception_ptr, std::source_location) noexcept override {
        noted->faults.emplace_back("a callback failed, and there was none");
    }
    void refuses_to_end(const coro::event_loop&, const char*) noexcept override {
        noted->refused = true;
    }
    std::string deadlock(const coro::event_loop& loop) override {
        noted->deadlock_told = true;
        watching->idle();
        in->everybody_told = true;
        return coro::standard_reports(false).deadlock(loop);
    }

    result* noted = nullptr;
    listener* watching = nullptr;
    world* in = nullptr;
};

// run() installs its own, so ours comes with main's first step.
coro::task<value> quietly(quiet_reporter& reporter, world& in, const block& program) {
    const alive here(in);
    coro::reporter::install(reporter);
    coro::task<value> main = main_task(in, program);
    value given = co_await main;
    co_return given;
}

std::string run_to_its_end(world& in, quiet_reporter& reporter, const block& program,
                           coro::kernel_kind kernel) {
    listener all(in);
    reporter.watching = &all;
    reporter.in = &in;
    coro::run_options options;
    options.clock = coro::clock_kind::virtual_time;
    options.kernel = kernel;
    options.observer = &all;
    try {
        const value given = coro::run(quietly(reporter, in, program), options);
        return given.number() == 0 ? "value" : "another value";
    } catch (const coro::cancelled&) {
        return "cancelled";
    } catch (const coro::deadlock_error& error) {
        return error.what();
    } catch (const std::system_error&) {
        throw;  // the kernel is refused
    } catch (const std::exception& error) {
        return std::string("exception: ") + error.what();
    } catch (int) {
        return "a number";
    }
}

// Whoever still stood in a line after the end would be woken here.
void use_once_more(world& in) {
    if (in.noted.refused) return;  // they were destroyed where they stood
    for (auto& mutex : in.mutexes)
        if (!mutex.try_lock().owns_lock()) in.noted.faults.emplace_back("a mutex is not free");
    for (auto& condition : in.conditions) condition.notify_all();
    for (auto& semaphore : in.semaphores) {
        if (semaphore.available() != semaphore.limit())
            in.noted.faults.emplace_back("a semaphore has not all its permits");
        const coro::permit one = semaphore.try_acquire();
    }
    for (auto& event : in.events) event.set();
    for (auto& future : in.futures) future.cancel();
}

void empty_queues(world& in) {
    for (std::size_t i = 0; i != queue_count; ++i) {
        queue_traffic& traffic = in.noted.queues[i];
        while (const std::optional<value> left = in.queues[i].try_get())
            traffic.left.push_back(left->number());
        in.queues[i].close();
        try {
            for (;; ++traffic.done_after) in.queues[i].task_done();
        } catch (const coro::invalid_state&) {
        }
    }
}

}  // namespace

result run_program(const block& program, coro::kernel_kind kernel) {
    result noted;
    {
        quiet_reporter reporter;
        reporter.noted = &noted;
        world in(noted);
        noted.ending = run_to_its_end(in, reporter, program, kernel);
        in.forget_all();
        use_once_more(in);
        empty_queues(in);
        coro::reporter::install(coro::standard_reports(false));
    }
    return noted;
}

bool ring_is_allowed() {
    try {
        const auto nothing = []() -> coro::task<> {
            co_return;
        };
        coro::run_options options;
        options.kernel = coro::kernel_kind::uring;
        coro::run(nothing(), options);
        return true;
    } catch (const std::system_error&) {
        return false;
    }
}

}  // namespace random_programs
