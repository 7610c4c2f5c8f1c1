// See result.hpp.

#include "result.hpp"

#include <fmt/format.h>

namespace random_programs {

const char* name_of(coro::event_kind kind) {
    switch (kind) {
    case coro::event_kind::task_created: return "task created";
    case coro::event_kind::task_resumed: return "task resumed";
    case coro::event_kind::task_suspended: return "task suspended";
    case coro::event_kind::task_finished: return "task finished";
    case coro::event_kind::task_failed: return "task failed";
    case coro::event_kind::task_cancelled: return "task cancelled";
    case coro::event_kind::cancel_requested: return "cancel requested";
    case coro::event_kind::timer_armed: return "timer armed";
    case coro::event_kind::timer_fired: return "timer fired";
    case coro::event_kind::timer_cancelled: return "timer cancelled";
    case coro::event_kind::operation_submitted: return "operation submitted";
    case coro::event_kind::operation_completed: return "operation completed";
    case coro::event_kind::turn_begins: return "turn begins";
    case coro::event_kind::turn_waits: return "turn waits";
    case coro::event_kind::turn_wakes: return "turn wakes";
    case coro::event_kind::output: return "says";
    }
    return "?";
}

std::string print(const record& event) {
    std::string text = fmt::format("{:7.3f} ", static_cast<double>(event.time) / 1e9);
    text += event.task != 0 ? fmt::format("{:>3} ", event.task) : "  - ";
    text += name_of(event.kind);
    if (event.number != 0) text += fmt::format(" {}", event.number);
    if (event.other != 0) text += fmt::format(" (task {})", event.other);
    if (!event.what.empty()) text += ": " + event.what;
    return text;
}

}  // namespace random_programs
