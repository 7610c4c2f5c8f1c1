#pragma once
// A fork copies a running loop into the child, where it must not be touched:
// its ring and its descriptors are the parent's. The loop remembers how many
// forks had happened when it was made, and compares before it waits.

namespace coro {

/// How many forks this process descends from, counted in the children.
[[nodiscard]] unsigned forks_so_far() noexcept;

}  // namespace coro
