#pragma once
// Carries out a request by ordinary system calls, without ever waiting. This
// is what the epoll kernel does when it is told that a descriptor is ready,
// and once before, to see whether it has to wait at all.

#include "coro/kernel/kernel.hpp"

#include <climits>

namespace coro::detail {

/// The answer of a request that has to wait; no result has this value.
inline constexpr int would_block = INT_MIN;

/// Carries it out. Returns its result (>= 0, or -errno), or would_block.
[[nodiscard]] int attempt(request& what) noexcept;

}  // namespace coro::detail
