// See system_calls.hpp.

#include "tests/kernel/system_calls.hpp"

#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <liburing.h>
#include <sys/syscall.h>

using kernel_tests::counts;
using kernel_tests::faults;

namespace {

io_uring* last_ring = nullptr;  // the one under test

// Makes a read that is about to be handed over a nop, and returns its name.
std::uint64_t take_away_a_read() {
    io_uring_sq& queue = last_ring->sq;
    for (unsigned i = *queue.khead; i != *queue.ktail; ++i) {
        io_uring_sqe& entry = queue.sqes[i & *queue.kring_mask];
        // Not that of the wake-up, which has a length of eight.
        if (entry.opcode != IORING_OP_READ || entry.len == sizeof(std::uint64_t)) continue;
        const std::uint64_t name = entry.user_data;
        io_uring_prep_nop(&entry);
        entry.user_data = name;
        return name;
    }
    return 0;
}

void answer_with_error(std::uint64_t name) {
    io_uring_cq& queue = last_ring->cq;
    for (unsigned i = *queue.khead; i != *queue.ktail; ++i) {
        io_uring_cqe& entry = queue.cqes[i & *queue.kring_mask];
        if (entry.user_data == name) entry.res = -faults::read_error;
    }
}

}  // namespace

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
    std::uint64_t victim = 0;
    if (number == __NR_io_uring_enter && faults::read_errors_left > 0) {
        victim = take_away_a_read();
        if (victim != 0) --faults::read_errors_left;
    }
    const long result = __real_syscall(number, argument[0], argument[1], argument[2], argument[3],
                                       argument[4], argument[5]);
    if (victim != 0) answer_with_error(victim);
    return result;
}

int __wrap_io_uring_queue_init_params(unsigned entries, io_uring* ring, io_uring_params* params) {
    if ((params->flags & ~faults::known_setup_flags) != 0) return -EINVAL;
    if (entries > faults::entries_there_is_memory_for) return -ENOMEM;
    const int result = __real_io_uring_queue_init_params(entries, ring, params);
    params->features &= ~faults::missing_features;
    last_ring = ring;
    return result;
}
}
