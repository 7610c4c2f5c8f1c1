// See system_calls.hpp.

#include "tests/kernel/system_calls.hpp"

#include <cerrno>
#include <cstdarg>
#include <liburing.h>
#include <sys/syscall.h>

using kernel_tests::counts;
using kernel_tests::faults;

extern "C" {

long __real_syscall(long number, ...);
int __real_io_uring_queue_init_params(unsigned entries, io_uring* ring, io_uring_params* params);

long __wrap_syscall(long number, ...) {
    va_list list;
    va_start(list, number);
    long argument[6];
    for (long& each : argument) each = va_arg(list, long);
    va_end(list);

    if (number == __NR_io_uring_enter) {
        ++counts::io_uring_enter;
        if (faults::enter_errors_left > 0) {
            --faults::enter_errors_left;
            errno = faults::enter_error;
            return -1;
        }
    }
    if (number == __NR_epoll_pwait2 && faults::epoll_pwait2_is_missing) {
        errno = ENOSYS;
        return -1;
    }
    return __real_syscall(number, argument[0], argument[1], argument[2], argument[3], argument[4],
                          argument[5]);
}

int __wrap_io_uring_queue_init_params(unsigned entries, io_uring* ring, io_uring_params* params) {
    if ((params->flags & ~faults::known_setup_flags) != 0) return -EINVAL;
    if (entries > faults::entries_there_is_memory_for) return -ENOMEM;
    const int result = __real_io_uring_queue_init_params(entries, ring, params);
    params->features &= ~faults::missing_features;
    return result;
}
}
