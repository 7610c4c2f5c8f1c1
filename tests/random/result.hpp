#pragma once
// What came of a run of a random program: everything the loop told its observer and
// the program said of itself, as data. invariants.hpp judges it.

#include "coro/loop/observer.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace random_programs {

/// One event, or something that the program said: then `kind` is `output`.
struct record {
    coro::event_kind kind = coro::event_kind::output;
    std::int64_t time = 0;
    std::uint64_t task = 0;
    std::uint64_t other = 0;
    std::int64_t number = 0;
    std::string what = {};
    unsigned line = 0;

    bool operator==(const record&) const = default;
};

/// What went through one queue. Values count from 0 in the order in which their put()
/// began.
struct queue_traffic {
    std::size_t capacity = 0;
    std::vector<int> put = {};   ///< those that got in
    std::vector<int> got = {};   ///< in the order in which their get() began
    std::vector<int> left = {};  ///< what was in it at the end
    int done = 0;                ///< how often task_done() was called
    int done_after = 0;          ///< how often it could still be called at the end

    bool operator==(const queue_traffic&) const = default;
};

inline constexpr std::size_t queue_count = 3;

struct result {
    std::vector<record> events = {};
    std::string ending = {};               ///< of run(): "value", "cancelled", or what was thrown
    bool deadlock_told = false;            ///< the loop had the text of a deadlock made
    bool refused = false;                  ///< tasks did not end, however often they were cancelled
    std::vector<std::string> faults = {};  ///< what the program itself found wrong
    std::vector<std::uint64_t> reported = {};  ///< tasks whose exception nobody has read
    std::vector<std::uint64_t> dropped = {};   ///< tasks whose exception nobody can read
    std::array<queue_traffic, queue_count> queues = {};
    long coroutines_left = 0;  ///< their locals are alive at the end
    long values_left = 0;

    bool operator==(const result&) const = default;
};

/// One line for a person.
[[nodiscard]] std::string print(const record& event);

[[nodiscard]] const char* name_of(coro::event_kind kind);

}  // namespace random_programs
