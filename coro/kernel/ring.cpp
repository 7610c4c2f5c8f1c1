// Making a ring, which takes some bargaining with the machine, and entering
// the kernel. See ring.hpp.

#include "coro/kernel/ring.hpp"

#include <atomic>
#include <cerrno>
#include <ctime>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>

namespace coro::detail {

namespace {

// As in the kernel's <linux/io_uring.h>; spelt out because the headers of
// older distributions lack the later ones.
constexpr unsigned submit_all = 1U << 7;      // IORING_SETUP_SUBMIT_ALL, Linux 5.18
constexpr unsigned coop_taskrun = 1U << 8;    // IORING_SETUP_COOP_TASKRUN, 5.19
constexpr unsigned taskrun_flag = 1U << 9;    // IORING_SETUP_TASKRUN_FLAG, 5.19
constexpr unsigned single_issuer = 1U << 12;  // IORING_SETUP_SINGLE_ISSUER, 6.0
constexpr unsigned defer_taskrun = 1U << 13;  // IORING_SETUP_DEFER_TASKRUN, 6.1

// From the best set-up to the plainest. Without any flag the kernel interrupts
// our thread for every completion. COOP_TASKRUN lets it wait until we enter
// the kernel anyway; DEFER_TASKRUN until we enter it to fetch completions, so
// that they come in one batch: that doubles the speed of an echo server.
// TASKRUN_FLAG then tells us, in the flags word, that some wait to be fetched.
// SUBMIT_ALL: a submission that fails does not hold up those behind it.
constexpr unsigned ladder[] = {
    submit_all | coop_taskrun | taskrun_flag | single_issuer | defer_taskrun,
    submit_all | coop_taskrun | taskrun_flag,
    0,
};

// EXT_ARG (Linux 5.11): a wait with a timeout that is not a request of its
// own. NODROP (5.5): completions that do not fit in the queue are kept.
constexpr unsigned needed_features = IORING_FEAT_EXT_ARG | IORING_FEAT_NODROP;

// May there be memory of closed rings that we have not waited for yet? At
// first: of those of a program that this user has just run before us.
std::atomic<bool> memory_on_its_way = true;
std::atomic<unsigned> rings_closed = 0;

int open_ring(unsigned entries, io_uring& ring, io_uring_params& params) noexcept {
    int error = 0;
    for (const unsigned flags : ladder) {
        params = {};
        params.flags = flags;
        error = -io_uring_queue_init_params(entries, &ring, &params);
        if (error != EINVAL) break;  // EINVAL: this kernel does not know a flag
    }
    return error;
}

}  // namespace

ring::ring(unsigned entries) {
    int error = open_ring(entries, ring_, params_);
    // The memory of a closed ring is given back to its user a little later, by
    // a worker of the kernel. So a program that runs one loop after another may
    // find it short; then it pays to wait, for as long as that can take.
    if (error == ENOMEM && memory_on_its_way.exchange(false)) {
        for (int naps = 0; error == ENOMEM && naps != 200; ++naps) {
            const timespec millisecond{0, 1'000'000};
            nanosleep(&millisecond, nullptr);
            error = open_ring(entries, ring_, params_);
        }
    }
    // Rings are charged to RLIMIT_MEMLOCK of plain users, for whom even a tiny
    // ring is better than none.
    while (error == ENOMEM && entries > 1) {
        entries = entries > 4 ? entries / 4 : 1;
        error = open_ring(entries, ring_, params_);
    }
    if (error != 0) throw std::system_error(error, std::generic_category(), "io_uring_setup");

    (void)rings_closed.load(std::memory_order_acquire);  // see ~ring

    if ((params_.features & needed_features) != needed_features) {
        io_uring_queue_exit(&ring_);
        throw std::system_error(ENOSYS, std::generic_category(),
                                "io_uring_setup: without IORING_FEAT_EXT_ARG and NODROP");
    }
    // The submission queue proper holds indices into the array of submissions.
    // Ours go out in the order of the array, so the indices never change.
    // (Newer versions of liburing make rings that need no indices.)
    if (ring_.sq.array != nullptr)
        for (unsigned i = 0; i < params_.sq_entries; ++i) ring_.sq.array[i] = i;
}

ring::~ring() {
    memory_on_its_way = true;
    // A ring of another thread may get the same address as ours once it is
    // unmapped; that comes after our last access. (Said for those who check
    // such orders and do not see the system calls in between.)
    rings_closed.fetch_add(1, std::memory_order_release);
    io_uring_queue_exit(&ring_);
}

bool ring::works_in_enter_only() const noexcept {
    return (params_.flags & defer_taskrun) != 0;
}

int ring::enter(std::int64_t timeout_ns) noexcept {
    // From here on the kernel may read what was filled.
    io_uring_smp_store_release(ring_.sq.ktail, ring_.sq.sqe_tail);

    __kernel_timespec limit{};
    limit.tv_sec = timeout_ns / 1'000'000'000;
    limit.tv_nsec = timeout_ns % 1'000'000'000;
    io_uring_getevents_arg extra{};
    if (timeout_ns > 0) extra.ts = reinterpret_cast<std::uintptr_t>(&limit);

    // GETEVENTS with nothing to wait for is not idle: it fetches what is due.
    const unsigned wait_for = timeout_ns == 0 ? 0 : 1;
    const long taken =
        ::syscall(__NR_io_uring_enter, ring_.ring_fd, untaken(), wait_for,
                  IORING_ENTER_GETEVENTS | IORING_ENTER_EXT_ARG, &extra, sizeof extra);
    return taken < 0 ? errno : 0;
}

}  // namespace coro::detail
