// See run.hpp. Here the parts meet: the loop, the signals, the reports and the
// recorder.

#include "coro/run.hpp"

#include "coro/debug/recorder.hpp"
#include "coro/debug/reports.hpp"
#include "coro/loop/inbox.hpp"
#include "coro/loop/signals.hpp"
#include "coro/loop/step_watch.hpp"

#include <csignal>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace coro {

namespace {

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

bool wants_debug(const run_options& options) {
    const std::string_view value = environment("CORO_DEBUG");
    if (value == "1" || value == "reports") return true;
    if (value.empty() || value == "0") return options.debug;
    throw std::invalid_argument("CORO_DEBUG is '" + std::string(value) +
                                "': it can be 0, reports, or 1");
}

}  // namespace

struct runner::parts {
    explicit parts(const run_options& options) : debug(wants_debug(options)) {
        observer* watching = options.observer;
        if (const std::string_view file = environment("CORO_TRACE"); !file.empty())
            watching = &trace.emplace(std::string(file), watching);
        loop.emplace(options.clock, options.kernel, watching);
        signals.emplace(loop->from_outside().wake_descriptor());
        loop->set_signals(&*signals);
        if (debug) loop->set_watch(&watch.emplace(*loop, options.slow_step.count()));
        reporter::install(standard_reports(debug));
    }

    bool debug;
    std::optional<recorder> trace;
    std::optional<step_watch> watch;
    std::optional<event_loop> loop;
    std::optional<signal_handlers> signals;
};

runner::runner(const run_options& options, std::source_location where) {
    if (event_loop::current() != nullptr)
        throw invalid_state("coro::run() was called" + at_line(where) +
                            " while a loop runs on this thread. Inside a coroutine, co_await the "
                            "task, or start it with coro::create_task().");
    parts_ = new parts(options);
}

runner::~runner() {
    delete parts_;
    reporter::get().run_ended();
}

void runner::run(task_base& main) {
    event_loop& loop = *parts_->loop;
    loop.run_until_ended(main);
    if (main.now == phase::failed || main.now == phase::cancelled)
        reporter::get().main_failed(main);
    if (loop.first_task() != nullptr) reporter::get().pending_at_exit(loop);
    loop.drain();
    // A main that was told and ended in its own way has dealt with the signal.
    const bool by_signal = parts_->signals->interrupted() &&
                           (main.now == phase::cancelled || !loop.interrupt_reached_main());
    const std::exception_ptr verdict = loop.verdict();
    parts_->signals.reset();
    parts_->loop.reset();
    parts_->trace.reset();
    if (by_signal) {
        std::fflush(nullptr);
        std::raise(SIGINT);  // the default again: the shell sees 130
    }
    if (verdict != nullptr) std::rethrow_exception(verdict);
}

}  // namespace coro
