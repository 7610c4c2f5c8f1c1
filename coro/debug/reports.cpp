// See reports.hpp.

#include "coro/debug/reports.hpp"

#include "coro/debug/callers.hpp"
#include "coro/debug/circle.hpp"
#include "coro/debug/text.hpp"
#include "coro/loop/call_sites.hpp"
#include "coro/loop/event_loop.hpp"
#include "coro/loop/step_watch.hpp"
#include "coro/loop/task_base.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

namespace coro {

namespace {

// One write, so that the lines of two threads do not mix.
void print_report(const std::string& text) noexcept {
    std::fflush(stdout);
    std::fwrite(text.data(), 1, text.size(), stderr);
}

// Of a hundred thousand tasks the first hundred tell the story.
constexpr std::size_t tasks_shown = 100;

std::size_t count_tasks(const event_loop& loop) {
    std::size_t count = 0;
    for (const task_base* task = loop.first_task(); task != nullptr; task = loop.next_task(*task))
        ++count;
    return count;
}

std::string all_tasks_text(const event_loop& loop) {
    std::string text;
    std::size_t shown = 0;
    for (const task_base* task = loop.first_task(); task != nullptr && shown != tasks_shown;
         task = loop.next_task(*task), ++shown)
        text += task_text(loop, *task);
    if (const std::size_t count = count_tasks(loop); count > shown)
        text += fmt::format("  ... and {} more, started later\n", count - shown);
    return text;
}

std::string counted(std::size_t count, const char* one, const char* many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

// "They wait for one another in a circle: 'a' (task 2) -> 'b' (task 3) -> 'a' (task 2)"
std::string circle_text(const std::vector<const task_base*>& circle) {
    if (circle.empty()) return {};
    std::string text = "  They wait for one another in a circle: ";
    for (std::size_t i = 0; i != circle.size() && i != tasks_shown; ++i)
        text += name_text(*circle[i]) + " -> ";
    if (circle.size() > tasks_shown)
        text += fmt::format("... {} more ... -> ", circle.size() - tasks_shown);
    return text + name_text(*circle.front()) + "\n";
}

// The way an exception took, where debug mode has noted it.
std::string way_text(const task_base& task) {
    const event_loop* loop = event_loop::current();
    if (loop == nullptr || loop->watch() == nullptr) return {};
    std::string text;
    const char* label = "thrown after";
    for (const std::source_location& each : loop->watch()->way_of_exception(task)) {
        text += fmt::format("    {} {}\n", label, place_text(each));
        label = "awaited at  ";
    }
    return text;
}

std::string step_text(const slow_step& step) {
    std::string text;
    if (step.task == 0) return text;
    text += fmt::format("    from         {}{}\n", place_text(step.from),
                        step.first ? ", where it was created" : "");
    text += step.to.line() != 0 ? fmt::format("    to           {}\n", place_text(step.to))
                                : "    to           its end\n";
    return text;
}

// What a thread says if the exception that its main has failed with ends the program.
struct last_words {
    std::exception_ptr error;
    bool cancelled = false;  // then each asking makes a new exception
    std::string text;
    ~last_words() { gone = true; }

    static last_words& of_this_thread() {
        static thread_local last_words words;
        return words;
    }

    static void listen() noexcept {
        static const std::terminate_handler before = std::set_terminate(&last_words::say);
        next = before;
    }

private:
    static void say() {
        // A static's destructor may end the program when this thread's variables are gone.
        if (const std::exception_ptr error = std::current_exception(); !gone && error != nullptr) {
            const last_words& words = of_this_thread();
            if (error == words.error || (words.cancelled && message_of(error) == message_of(words.error)))
                print_report(words.text);
        }
        next.load()();
    }

    static inline thread_local bool gone = false;

    static inline std::atomic<std::terminate_handler> next = nullptr;
};

class reports final : public reporter {
public:
    explicit reports(bool debug) noexcept : debug_(debug) {}

    void exception_unread(const task_base& task, std::exception_ptr error) noexcept override {
        if (unread_.fetch_add(1) >= most_shown) return;
        print_report(
            fmt::format("coro: {} failed, and nobody read its exception: {}\n"
                        "    created at   {}\n{}"
                        "  To do: co_await its handle, or gather it, and catch the exception "
                        "there. [exception-unread]\n",
                        name_text(task), message_of(error), place_text(task.created_at),
                        way_text(task)));
    }

    void never_awaited(std::source_location body, const void* block) noexcept override {
        if (!debug_) return;
        const std::string caller = caller_text(call_sites::of(block), body.function_name());
        if (const event_loop* loop = event_loop::current(); loop != nullptr && loop->watch() != nullptr)
            loop->watch()->step_goes_on();  // looking that up took time, which is not the step's
        print_report(fmt::format(
            "coro: a coroutine was called, but never awaited, so nothing of it has run: {}\n"
            "    its body at  {}\n{}"
            "  To do: write co_await f(), or start it with coro::create_task(f()). "
            "[never-awaited]\n",
            body.function_name(), place_text(body),
            caller.empty() ? "" : fmt::format("    called at    {}\n", caller)));
    }

    void step_was_slow(const slow_step& step) noexcept override {
        if (slow_.fetch_add(1) >= most_shown) return;
        print_report(fmt::format("coro: {} held the thread for {} ms, until {}; nothing else could "
                                 "run meanwhile\n{}"
                                 "  To do: wait with co_await and not with a blocking call; split "
                                 "long work with co_await coro::yield(). [slow-step]\n",
                                 step.task != 0 ? name_text(step.name, step.task) : "a callback",
                                 (step.took + 500'000) / 1'000'000, seconds_text(step.until),
                                 step_text(step)));
    }

    void lock_held(const task_base& task, std::source_location where) noexcept override {
        print_report(fmt::format(
            "coro: {} is suspended while it holds a std::mutex, or a lock of that kind: if "
            "another task wants it, the thread stands still for ever\n"
            "    created at   {}\n"
            "    suspended at {}\n"
            "  To do: unlock it before the co_await, or take a coro::mutex, which waits without "
            "holding the thread. [lock-held]\n",
            name_text(task), place_text(task.created_at), place_text(where)));
    }

    void cancel_swallowed(const task_base& task, std::int64_t time,
                          std::source_location where) noexcept override {
        print_report(fmt::format("coro: {} was cancelled, and ended with a value all the same\n"
                                 "    created at   {}\n"
                                 "    cancelled at {}, where it waited, at {}\n"
                                 "  To do: catch `cancelled` only to clean up, and rethrow it; "
                                 "catch (...) catches it, too. If it is meant to go on, let it "
                                 "call uncancel(). [cancel-swallowed]\n",
                                 name_text(task), place_text(task.created_at), place_text(where),
                                 seconds_text(time)));
    }

    void limit_never_acquired(std::ptrdiff_t limit, std::size_t most_tasks,
                              std::source_location where) noexcept override {
        print_report(fmt::format("coro: a semaphore limited nothing: limit {}, acquisitions 0, max "
                                 "in flight {}\n"
                                 "    made at      {}\n"
                                 "  To do: hold a permit around what it is to limit: auto permit = "
                                 "co_await limit.acquire(). [limit-never-acquired]\n",
                                 limit, most_tasks, place_text(where)));
    }

    void callback_failed(const char* which, std::exception_ptr error,
                         std::source_location where) noexcept override {
        print_report(fmt::format("coro: {} threw: {}\n"
                                 "    asked for at {}\n"
                                 "  To do: catch it inside the callback; nobody waits for its end. "
                                 "[callback-failed]\n",
                                 which, message_of(error), place_text(where)));
    }

    void submission_unread(const std::exception_ptr& error,
                           std::source_location where) noexcept override {
        print_report(fmt::format("coro: a submitted task failed, and nobody read its exception: {}\n"
                                 "    submitted at {}\n"
                                 "  To do: keep what submit() returns, call get() on it, and catch "
                                 "the exception there. [submission-unread]\n",
                                 message_of(error), place_text(where)));
    }

    // If somebody catches it around run(), there is nothing to report. So it is only
    // prepared, and printed if the exception ends the program.
    void main_failed(const task_base& main) noexcept override {
        if (!debug_) return;
        last_words& words = last_words::of_this_thread();
        words.error = main.error();
        words.cancelled = main.now == phase::cancelled;
        words.text =
            fmt::format("coro: main failed, and nobody caught its exception: {}\n"
                        "    created at   {}\n{}"
                        "  To do: mend that line, or catch the exception: there, or around "
                        "coro::run(). [main-failed]\n",
                        message_of(words.error), place_text(main.created_at), way_text(main));
        last_words::listen();
    }

    void pending_at_exit(const event_loop& loop) noexcept override {
        if (!debug_) return;
        const std::size_t count = count_tasks(loop);
        print_report(fmt::format(
            "coro: main has ended, and {} not; cancelled now:\n{}"
            "  To do: keep the handle that create_task returns, and co_await it before main "
            "ends. [pending-at-exit]\n",
            counted(count, "task has", "tasks have"), all_tasks_text(loop)));
    }

    void refuses_to_end(const event_loop& loop, const char* reason) noexcept override {
        print_report(fmt::format("coro: {}, {} not ended:\n{}"
                                 "  To do: let `cancelled` pass on: catch it only to clean up, and "
                                 "rethrow it. [refuses-to-end]\n",
                                 reason, counted(count_tasks(loop), "task has", "tasks have"),
                                 all_tasks_text(loop)));
    }

    void task_tree(const event_loop& loop) noexcept override {
        print_report(fmt::format("coro: {} at {}:\n{}", counted(count_tasks(loop), "task", "tasks"),
                                 seconds_text(loop.now() - loop.began()), all_tasks_text(loop)));
    }

    void run_ended() noexcept override {
        const std::size_t unread = unread_.exchange(0);
        if (unread > most_shown)
            print_report(fmt::format("coro: {} more failed, and nobody read their exceptions. "
                                     "[exceptions-unread]\n",
                                     counted(unread - most_shown, "task", "tasks")));
        const std::size_t slow = slow_.exchange(0);
        if (slow > most_shown)
            print_report(fmt::format("coro: {} more held the thread for long. [slow-steps]\n",
                                     counted(slow - most_shown, "step", "steps")));
    }

    std::string deadlock(const event_loop& loop) override {
        return fmt::format(
            "deadlock: nothing is ready, no timer is set, no operation is under way, and nobody "
            "outside can act. {} for ever:\n{}{}",
            counted(count_tasks(loop), "task waits", "tasks wait"), all_tasks_text(loop),
            circle_text(find_circle(loop)));
    }

private:
    // A thousand requests that fail in one turn are one story, not a thousand.
    static constexpr std::size_t most_shown = 10;

    bool debug_;
    std::atomic<std::size_t> unread_ = 0;  // loops on several threads report here
    std::atomic<std::size_t> slow_ = 0;
};

}  // namespace

reporter& standard_reports(bool debug) {
    static reports quiet(false);
    static reports all(true);
    return debug ? all : quiet;
}

}  // namespace coro
