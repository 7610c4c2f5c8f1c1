// See text.hpp.

#include "coro/debug/text.hpp"

#include "coro/loop/errors.hpp"
#include "coro/loop/event_loop.hpp"
#include "coro/loop/operation.hpp"
#include "coro/loop/step_watch.hpp"
#include "coro/loop/task_base.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>

namespace coro {

std::string place_text(const std::source_location& where) {
    constexpr std::size_t at = std::string_view(" at ").size();
    return where.line() == 0 ? "?" : at_line(where).substr(at);
}

std::string seconds_text(std::int64_t nanoseconds) {
    return fmt::format("{:.3f} s", static_cast<double>(nanoseconds) / 1e9);
}

std::string name_text(std::string_view given, std::uint64_t id) {
    return given.empty() ? fmt::format("task-{}", id) : fmt::format("'{}' (task {})", given, id);
}

std::string name_text(const task_base& task) {
    return name_text(task.given_name != nullptr ? task.given_name : "", task.id());
}

std::string state_text(const event_loop& loop, const task_base& task) {
    if (!task.started()) return "has not started";
    if (task.waiting_for == nullptr)
        return loop.current_task() == &task ? "is running" : "is ready to run";
    const wait_info wait = task.waiting_for->describe();
    std::string text = fmt::format("waits for {}", wait.what);
    if (wait.task != nullptr) text += fmt::format(" {}", name_text(*wait.task));
    const std::int64_t since = loop.watch() != nullptr ? loop.watch()->waits_since(task) : -1;
    if (since >= 0) text += fmt::format(", since {}", seconds_text(since - loop.began()));
    if (wait.until >= 0) text += fmt::format(", until {}", seconds_text(wait.until - loop.began()));
    if (since >= 0 || wait.until >= 0)
        text += fmt::format(" (now {})", seconds_text(loop.now() - loop.began()));
    return text;
}

std::string task_text(const event_loop& loop, const task_base& task) {
    std::string text = fmt::format("  {} {}\n    created at   {}\n", name_text(task),
                                   state_text(loop, task), place_text(task.created_at));
    if (!task.started() || task.leaf == nullptr) return text;
    const char* label = "suspended at";
    for (const frame* at = task.leaf; at != nullptr; at = at->parent) {
        text += fmt::format("    {} {}\n", label, place_text(at->awaiting_at));
        label = "awaited at  ";
    }
    return text;
}

}  // namespace coro
