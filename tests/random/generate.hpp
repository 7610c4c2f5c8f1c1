#pragma once
// Makes a random program out of a seed: the same one on every machine.

#include "program.hpp"

#include <cstdint>

namespace random_programs {

/// At most some fifty actions; every one is carried out once at most, so the program
/// ends, or comes to a point where nothing can go on.
[[nodiscard]] block generate(std::uint64_t seed);

}  // namespace random_programs
