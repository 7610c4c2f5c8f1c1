// See refusal.hpp.

#include "coro/kernel/refusal.hpp"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <system_error>

namespace coro::detail {

namespace {

// Is a release such as "5.4.0-150-generic" older than 5.11?
bool too_old(const std::string& release) {
    char* end = nullptr;
    const long major = std::strtol(release.c_str(), &end, 10);
    const long minor = *end == '.' ? std::strtol(end + 1, nullptr, 10) : 0;
    return major < 5 || (major == 5 && minor < 11);
}

std::string forbidden(const machine_facts& machine) {
    if (machine.io_uring_disabled != 0)
        return "kernel.io_uring_disabled is " + std::to_string(machine.io_uring_disabled) +
               "; an administrator can allow it by: sysctl kernel.io_uring_disabled=0";
    if (machine.filtered)
        return "a seccomp filter forbids it, as containers do; start the container with "
               "--security-opt seccomp=unconfined, or with a profile that allows io_uring_setup, "
               "io_uring_enter and io_uring_register";
    return "a security module of this machine forbids it; its administrator can tell which "
           "(SELinux and AppArmor note it in the audit log)";
}

std::string absent(const machine_facts& machine) {
    if (too_old(machine.release))
        return "Linux " + machine.release + " is too old; it takes Linux 5.11 or newer";
    if (machine.filtered)
        return "a seccomp filter hides it, although Linux " + machine.release +
               " has it; start the container with --security-opt seccomp=unconfined";
    return "Linux " + machine.release +
           " was built without it; it takes a kernel with CONFIG_IO_URING";
}

std::string out_of_memory(const machine_facts& machine) {
    if (machine.locked_memory == ~std::uint64_t{0})
        return "there is not enough memory for even a small ring; end other programs";
    return "the limit on locked memory, which rings count against, is " +
           std::to_string(machine.locked_memory / 1024) +
           " KiB for all programs of this user; raise it (ulimit -l, or memlock in "
           "/etc/security/limits.conf) or end other programs that use io_uring";
}

}  // namespace

machine_facts look_at_machine() {
    machine_facts machine;
    utsname names{};
    if (::uname(&names) == 0) machine.release = names.release;

    // Kernels before 6.6 have no such file, and 0 it remains.
    std::ifstream("/proc/sys/kernel/io_uring_disabled") >> machine.io_uring_disabled;

    // 2: SECCOMP_MODE_FILTER. Asked this way it takes no descriptor, of which
    // there may be none left.
    machine.filtered = ::prctl(PR_GET_SECCOMP) == 2;

    rlimit limit{};
    if (::getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        machine.locked_memory = limit.rlim_cur;
    return machine;
}

std::string explain_refusal(int error, const std::string& call, const machine_facts& machine) {
    const std::string answer = call + ": " + std::generic_category().message(error) + ": ";
    switch (error) {
    case EPERM:
    case EACCES: return answer + forbidden(machine);
    case ENOSYS: return answer + absent(machine);
    case EINVAL:
        if (!too_old(machine.release) && machine.filtered) return answer + forbidden(machine);
        return answer + "Linux " + machine.release +
               " does not know even the plainest set-up; it takes Linux 5.11 or newer";
    case ENOMEM: return answer + out_of_memory(machine);
    case EMFILE:
        return answer + "this process has as many descriptors open as it may; raise the limit "
                        "(ulimit -n) or close some";
    default:
        return answer + "unexpected on Linux " + machine.release +
               "; force the other kernel by CORO_KERNEL=epoll";
    }
}

}  // namespace coro::detail
