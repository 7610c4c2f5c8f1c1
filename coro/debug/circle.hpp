#pragma once
// Finds tasks that wait for one another in a circle, for the deadlock report.

#include <vector>

namespace coro {

class event_loop;
class task_base;

/// The tasks of one circle of waits, each waiting for the next and the last
/// for the first; empty if there is none.
[[nodiscard]] std::vector<const task_base*> find_circle(const event_loop& loop);

}  // namespace coro
