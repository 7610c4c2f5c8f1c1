#pragma once
// Which kernel a loop gets: io_uring where the machine lets us, else epoll,
// with one line on standard error that says why. See kernel.hpp.

#include <cstdint>

namespace coro {

class kernel;

/// `automatic`: what CORO_KERNEL says, else io_uring, else epoll.
enum class kernel_kind : std::uint8_t { automatic, uring, epoll };

/// Makes the kernel for one loop, to be deleted by the caller. `wake_fd` is an
/// eventfd (non-blocking) that the kernel watches and drains; it stays the
/// caller's. Throws std::system_error if the kind that was asked for, or
/// every kind, is refused; the message names the cause and the cure.
/// Throws std::invalid_argument if CORO_KERNEL holds neither uring nor epoll.
[[nodiscard]] kernel* make_kernel(kernel_kind wanted, int wake_fd);

}  // namespace coro
