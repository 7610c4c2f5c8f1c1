// All of them, and those that need more than the event stream. See invariants.hpp.

#include "invariants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace random_programs {

namespace {

using coro::event_kind;

bool has_failed(const std::vector<record>& events, std::uint64_t task) {
    return std::any_of(events.begin(), events.end(), [&](const record& each) {
        return each.kind == event_kind::task_failed && each.task == task;
    });
}

bool starts_with(const std::string& text, const char* beginning) {
    return text.rfind(beginning, 0) == 0;
}

}  // namespace

std::vector<std::string> broken_invariants(const result& run) {
    std::vector<std::string> broken = run.faults;
    // Tasks that refuse to end are destroyed where they stand, and nobody is told.
    check_events(run.events, !run.refused, broken);
    if (!run.refused)
        for (const queue_traffic& each : run.queues) check_queue(each, broken);
    check_rest(run, broken);
    return broken;
}

void check_queue(const queue_traffic& traffic, std::vector<std::string>& broken) {
    // Whoever failed to get left an empty place.
    std::vector<int> out;
    for (const int each : traffic.got)
        if (each >= 0) out.push_back(each);
    out.insert(out.end(), traffic.left.begin(), traffic.left.end());
    if (!std::is_sorted(out.begin(), out.end()))
        broken.push_back(fmt::format("values of the queue of capacity {} come out of their order",
                                     traffic.capacity));
    std::vector<int> in = traffic.put;
    std::sort(in.begin(), in.end());
    std::sort(out.begin(), out.end());
    if (std::adjacent_find(out.begin(), out.end()) != out.end())
        broken.push_back(
            fmt::format("the queue of capacity {} gave a value twice", traffic.capacity));
    else if (in != out)
        broken.push_back(fmt::format("what was put into the queue of capacity {} is not what came "
                                     "out and what was left in it",
                                     traffic.capacity));
    if (traffic.capacity != 0 && traffic.left.size() > traffic.capacity)
        broken.push_back(
            fmt::format("the queue of capacity {} holds more than that", traffic.capacity));
    if (traffic.done + traffic.done_after != static_cast<int>(in.size()))
        broken.push_back(fmt::format("the queue of capacity {} takes task_done() {} times for {} "
                                     "values",
                                     traffic.capacity, traffic.done + traffic.done_after,
                                     in.size()));
}

void check_rest(const result& run, std::vector<std::string>& broken) {
    if (run.coroutines_left != 0)
        broken.push_back(fmt::format("the locals of {} coroutines are left", run.coroutines_left));
    if (run.values_left != 0) broken.push_back(fmt::format("{} values are left", run.values_left));

    const bool deadlock = starts_with(run.ending, "deadlock: ");
    if (deadlock != run.deadlock_told)
        broken.push_back(deadlock ? "a deadlock_error came without a deadlock"
                                  : "a deadlock came without a deadlock_error");
    const auto end = std::find_if(run.events.begin(), run.events.end(), [](const record& each) {
        return each.task == 1 &&
               (each.kind == event_kind::task_finished || each.kind == event_kind::task_failed ||
                each.kind == event_kind::task_cancelled);
    });
    if (run.refused && !deadlock && !starts_with(run.ending, "tasks refuse to end"))
        broken.push_back("tasks refused to end without a deadlock_error");
    if (!deadlock && !run.refused && end != run.events.end()) {
        const event_kind expected = run.ending == "value"       ? event_kind::task_finished
                                    : run.ending == "cancelled" ? event_kind::task_cancelled
                                                                : event_kind::task_failed;
        if (end->kind != expected)
            broken.push_back(
                fmt::format("main: {}, but run() ended with {}", name_of(end->kind), run.ending));
    }

    for (const std::uint64_t each : run.reported) {
        if (!has_failed(run.events, each))
            broken.push_back(fmt::format("task {} is reported as failed, and has not", each));
        if (std::count(run.reported.begin(), run.reported.end(), each) != 1)
            broken.push_back(fmt::format("task {} is reported twice", each));
    }
    for (const std::uint64_t each : run.dropped)
        if (has_failed(run.events, each) &&
            std::find(run.reported.begin(), run.reported.end(), each) == run.reported.end())
            broken.push_back(fmt::format("the failure of task {} is silent", each));
}

std::string difference(const result& one, const result& other) {
    const std::size_t shared = std::min(one.events.size(), other.events.size());
    for (std::size_t i = 0; i != shared; ++i)
        if (!(one.events[i] == other.events[i]))
            return fmt::format("event {}:\n    {}\n    {}", i, print(one.events[i]),
                               print(other.events[i]));
    if (one.events.size() != other.events.size())
        return fmt::format("one has {} events, the other {}", one.events.size(),
                           other.events.size());
    if (one.ending != other.ending)
        return fmt::format("run() ended with:\n    {}\n    {}", one.ending, other.ending);
    return one == other ? std::string() : "what the program noted";
}

}  // namespace random_programs
