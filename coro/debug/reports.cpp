// See reports.hpp.

#include "coro/debug/reports.hpp"

#include "coro/debug/circle.hpp"
#include "coro/debug/text.hpp"
#include "coro/loop/event_loop.hpp"
#include "coro/loop/task_base.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cstddef>
#include <cstdio>
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

class reports final : public reporter {
public:
    explicit reports(bool debug) noexcept : debug_(debug) {}

    void exception_unread(const task_base& task, std::exception_ptr error) noexcept override {
        if (unread_.fetch_add(1) >= unread_shown) return;
        print_report(
            fmt::format("coro: {} failed, and nobody read its exception: {}\n"
                        "    created at   {}\n"
                        "  To do: co_await its handle, or gather it, and catch the exception "
                        "there. [exception-unread]\n",
                        name_text(task), message_of(error), place_text(task.created_at)));
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
        if (unread > unread_shown)
            print_report(fmt::format("coro: {} more failed, and nobody read their exceptions. "
                                     "[exceptions-unread]\n",
                                     counted(unread - unread_shown, "task", "tasks")));
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
    static constexpr std::size_t unread_shown = 10;

    bool debug_;
    std::atomic<std::size_t> unread_ = 0;  // loops on several threads report here
};

}  // namespace

reporter& standard_reports(bool debug) {
    static reports quiet(false);
    static reports all(true);
    return debug ? all : quiet;
}

}  // namespace coro
