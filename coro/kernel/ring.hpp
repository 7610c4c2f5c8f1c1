#pragma once
// An io_uring: a queue of submissions we write and the operating system reads,
// a queue of completions it writes and we read, and io_uring_enter, the one
// system call that moves both. liburing sets the memory up; what happens in it
// afterwards is all here and in ring.cpp, to be read. The man page io_uring(7)
// has the long story. Used by uring.cpp, the only other file that sees
// liburing.h.

#include <cstdint>
#include <liburing.h>

namespace coro::detail {

class ring {
public:
    /// Throws std::system_error if the machine refuses. A ring of fewer
    /// `entries` is made if there is too little memory for so many.
    explicit ring(unsigned entries);
    ~ring();
    ring(const ring&) = delete;
    ring& operator=(const ring&) = delete;

    /// How many submissions fit in.
    [[nodiscard]] unsigned entries() const noexcept { return params_.sq_entries; }

    /// Does the kernel work for us only while we are in enter()? On older ones
    /// (before Linux 6.1) it may go on with a request whenever our thread makes
    /// a system call or is interrupted.
    [[nodiscard]] bool works_in_enter_only() const noexcept;

    /// The next free submission, to be filled; null if the queue is full.
    [[nodiscard]] io_uring_sqe* next_submission() noexcept { return io_uring_get_sqe(&ring_); }

    /// Submissions that were filled and that the kernel has not taken yet.
    [[nodiscard]] unsigned untaken() const noexcept {
        return ring_.sq.sqe_tail - io_uring_smp_load_acquire(ring_.sq.khead);
    }

    /// The system call: hands over what was filled and waits for a completion
    /// (timeout 0: does not wait; negative: without limit). Returns 0, or the
    /// errno for which nothing was handed over, or the wait broken off.
    [[nodiscard]] int enter(std::int64_t timeout_ns) noexcept;

    /// Completions are counted from the beginning of the ring; this is the
    /// number of those that have come so far.
    [[nodiscard]] unsigned completed() const noexcept {
        return io_uring_smp_load_acquire(ring_.cq.ktail);
    }

    /// Takes completion `number`, and gives its place back to the kernel.
    io_uring_cqe take(unsigned number) noexcept {
        const io_uring_cqe copy = ring_.cq.cqes[number & (params_.cq_entries - 1)];
        io_uring_smp_store_release(ring_.cq.khead, number + 1);
        return copy;
    }

    /// Two words that the kernel changes under our eyes, so that we know
    /// without a system call whether one is due; see kernel::flagged.
    [[nodiscard]] const unsigned* flags_word() const noexcept { return ring_.sq.kflags; }
    [[nodiscard]] const unsigned* tail_word() const noexcept { return ring_.cq.ktail; }
    static constexpr unsigned flags_to_watch = 1U << 1 |  // IORING_SQ_CQ_OVERFLOW
                                               1U << 2;   // IORING_SQ_TASKRUN

private:
    io_uring ring_{};
    io_uring_params params_{};
};

}  // namespace coro::detail
