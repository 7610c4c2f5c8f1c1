#pragma once
// What must hold after every run of every program, whatever it does.

#include "result.hpp"

#include <string>
#include <vector>

namespace random_programs {

/// What did not hold, one sentence each; empty if all is well.
[[nodiscard]] std::vector<std::string> broken_invariants(const result& run);

/// The parts of it: the event stream by itself (to the end of all tasks, if `ends`),
/// the queues, and what is left.
void check_events(const std::vector<record>& events, bool ends, std::vector<std::string>& broken);
void check_queue(const queue_traffic& traffic, std::vector<std::string>& broken);
void check_rest(const result& run, std::vector<std::string>& broken);

/// In what two runs of one program differ, which should be in nothing; empty if so.
[[nodiscard]] std::string difference(const result& one, const result& other);

}  // namespace random_programs
