#pragma once
// How the reports word things: a time, a place, a task.

#include <cstdint>
#include <source_location>
#include <string>
#include <string_view>

namespace coro {

class task_base;
class event_loop;

/// "lessons/02_gather/gather.cpp:31", see at_line; "?" if it is nowhere.
[[nodiscard]] std::string place_text(const std::source_location& where);

/// "1.500 s"
[[nodiscard]] std::string seconds_text(std::int64_t nanoseconds);

/// "'fetch' (task 3)", or "task-3" if it has no name of its own.
[[nodiscard]] std::string name_text(const task_base& task);
[[nodiscard]] std::string name_text(std::string_view given, std::uint64_t id);

/// What it does now: "waits for sleep, until 2.000 s (now 1.000 s)" and so on; in
/// debug mode also since when.
[[nodiscard]] std::string state_text(const event_loop& loop, const task_base& task);

/// A task in a few lines: its name and state, where it was created, and the
/// co_await where it is suspended, with those above it.
[[nodiscard]] std::string task_text(const event_loop& loop, const task_base& task);

}  // namespace coro
