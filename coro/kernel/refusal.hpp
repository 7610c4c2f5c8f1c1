#pragma once
// Why a machine refuses io_uring, and what can be done about it. The errno of
// the refusal says little (EPERM is the answer of three different guards), so
// the rest is found out by looking at the machine.

#include <cstdint>
#include <string>

namespace coro::detail {

/// What there is to know about the machine once io_uring has been refused.
struct machine_facts {
    std::string release;                              ///< of the kernel, as uname says it
    int io_uring_disabled = 0;                        ///< the sysctl of that name: 0, 1 or 2
    bool filtered = false;                            ///< a seccomp filter watches this process
    std::uint64_t locked_memory = ~std::uint64_t{0};  ///< RLIMIT_MEMLOCK, bytes
};

[[nodiscard]] machine_facts look_at_machine();

/// In one line, without a full stop: the cause, then "; " and the cure.
/// `call` is the system call that failed with `error`.
[[nodiscard]] std::string explain_refusal(int error, const std::string& call,
                                          const machine_facts& machine);

}  // namespace coro::detail
