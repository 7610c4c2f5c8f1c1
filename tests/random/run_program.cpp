// See run_program.hpp.

#include "run_program.hpp"

#include "interpret.hpp"

#include "coro/debug/reports.hpp"
#include "coro/loop/reporter.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <system_error>

namespace random_programs {

namespace {

class listener final : public coro::observer {
public:
    explicit listener(world& in) noexcept : world_(in) {}

    void on_event(const coro::loop_event& happened) noexcept override {
        if (happened.kind == coro::event_kind::turn_begins && happened.number > most_turns) {
            std::fprintf(stderr, "the program took more than %lld turns\n",
                         static_cast<long long>(most_turns));
            std::abort();
        }
        switch (happened.kind) {
        case coro::event_kind::cancel_requested: requested(happened); break;
        case coro::event_kind::task_suspended:
            world_.requests_of(happened.task).waits_on = false;
            break;
        case coro::event_kind::turn_waits: idle(); break;
        default: break;
        }
        world_.noted.events.push_back({happened.kind, happened.time, happened.task, happened.other,
                                      happened.number, std::string(happened.what),
                                      static_cast<unsigned>(happened.where.line())});
    }

    // Nobody is ready. So a circle of tasks that were all cancelled will never end.
    void idle() {
        const auto was_cancelled = [this](const coro::task_base& task) {
            return world_.requests_of(task.id()).waits_on;
        };
        for_each_task([&](const coro::task_base& each) {
            if (waits_for_itself(each, was_cancelled))
                world_.noted.faults.push_back("a cancel does not end the circle of waits of task " +
                                              std::to_string(each.id()));
        });
    }

private:
    template <class Do>
    static void for_each_task(Do what) {
        const coro::event_loop& loop = *coro::event_loop::current();
        for (const coro::task_base* each = loop.first_task(); each != nullptr;
             each = loop.next_task(*each))
            what(*each);
    }

    // Before the cancel reaches its leaf, since after that a circle may be broken.
    void requested(const coro::loop_event& happened) {
        request_count& requests = world_.requests_of(happened.task);
        ++requests.made;
        if (happened.other == 0) ++requests.by_nobody;
        requests.waits_on = true;

        const auto any = [](const coro::task_base&) { return true; };
        for_each_task([&](const coro::task_base& each) {
            if (waits_for_itself(each, any)) world_.in_circles.push_back(each.id());
        });
    }

    world& world_;
};

// Notes what would be printed, and prints nothing.
class quiet_reporter final : public coro::reporter {
public:
    void exception_unread(const coro::task_base& task, std::exception_ptr) noexcept override {
        noted->reported.push_back(task.id());
    }
    void callback_failed(std::exception_ptr) noexcept override {
        noted->faults.emplace_back("a callback failed, and there was none");
    }
    void pending_at_exit(const coro::event_loop&) noexcept override {}
    void refuses_to_end(const coro::event_loop&, const char*) noexcept override {
        noted->refused = true;
    }
    void task_tree(const coro::event_loop&) noexcept override {}
    void run_ended() noexcept override {}
    std::string deadlock(const coro::event_loop& loop) override {
        noted->deadlock_told = true;
        watching->idle();
        return coro::standard_reports(false).deadlock(loop);
    }

    result* noted = nullptr;
    listener* watching = nullptr;
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
        const auto nothing = []() -> coro::task<> { co_return; };
        coro::run_options options;
        options.kernel = coro::kernel_kind::uring;
        coro::run(nothing(), options);
        return true;
    } catch (const std::system_error&) {
        return false;
    }
}

}  // namespace random_programs
