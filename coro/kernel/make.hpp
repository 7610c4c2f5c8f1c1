#pragma once
// What the two kernels and choose.cpp share, and no one else needs: how each
// kernel is made, and how long it waits at most.

#include <cstdint>

namespace coro {

class kernel;

namespace detail {

/// The entries of an io_uring, so the requests that one system call takes.
inline constexpr unsigned default_entries = 256;

/// The longest wait: a day. Nobody minds a loop that wakes once a day for
/// nothing, and adding it to the time of day can never overflow.
inline constexpr std::int64_t longest_wait_ns = 86'400'000'000'000;

/// Each throws std::system_error with the errno of the refusal. ENOSYS also
/// stands for an io_uring that is too old for us.
[[nodiscard]] kernel* make_uring(int wake_fd, unsigned entries = default_entries);
[[nodiscard]] kernel* make_epoll(int wake_fd);

}  // namespace detail
}  // namespace coro
