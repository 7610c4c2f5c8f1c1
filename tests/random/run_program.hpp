#pragma once
// Runs a random program from its beginning to its end, on a kernel of one's choice.

#include "program.hpp"
#include "result.hpp"

#include "coro/run.hpp"

namespace random_programs {

/// On the virtual clock. A program that takes more than `most_turns` turns of the loop
/// ends the process, with status 1 and a message: nothing can leave the loop then.
[[nodiscard]] result run_program(const block& program, coro::kernel_kind kernel);

inline constexpr std::int64_t most_turns = 20'000;

/// Does the machine allow io_uring?
[[nodiscard]] bool ring_is_allowed();

}  // namespace random_programs
