#pragma once
// Completions for the floor: an io_uring of its own with the set-up flags that measured best, and
// the one operation the benchmarks need, a read. A busy turn looks at two words that the system
// shares with the ring; the system call is made only when they say that something has come.

#include "floor.hpp"

#include <cstring>
#include <liburing.h>
#include <system_error>

namespace micro::floor {

class ring : public event_source {
public:
    ring() : event_source{} {
        io_uring_params wanted{};
        wanted.flags = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN |
                       IORING_SETUP_COOP_TASKRUN | IORING_SETUP_TASKRUN_FLAG;
        if (const int refused = io_uring_queue_init_params(64, &ring_, &wanted); refused < 0)
            throw std::system_error(-refused, std::generic_category(), "io_uring_setup");
        flags = ring_.sq.kflags;
        flags_mask = IORING_SQ_TASKRUN | IORING_SQ_CQ_OVERFLOW;
        tail = ring_.cq.ktail;
        enter = [](event_source& self, std::int64_t deadline) {
            static_cast<ring&>(self).wait(deadline);
        };
        loop.watch(this);
    }
    ~ring() {
        loop.watch(static_cast<event_source*>(nullptr));
        io_uring_queue_exit(&ring_);
    }
    ring(const ring&) = delete;
    ring& operator=(const ring&) = delete;

    class reading {
    public:
        reading(ring& where, int descriptor, void* buffer, unsigned length) noexcept
            : ring_(where), buffer_(buffer), descriptor_(descriptor), length_(length) {}
        reading(const reading&) = delete;
        reading& operator=(const reading&) = delete;
        bool await_ready() const noexcept { return false; }
        void await_suspend(handle self) {
            self_ = self;
            io_uring_sqe* const entry = io_uring_get_sqe(&ring_.ring_);
            io_uring_prep_read(entry, descriptor_, buffer_, length_, 0);
            io_uring_sqe_set_data(entry, this);
            io_uring_submit(&ring_.ring_);
        }
        int await_resume() const noexcept { return result_; }

    private:
        friend class ring;
        ring& ring_;
        void* buffer_;
        handle self_;
        int descriptor_;
        unsigned length_;
        int result_ = 0;
    };

    /// Gives the number of bytes, or -errno.
    reading read(int descriptor, void* buffer, unsigned length) noexcept {
        return {*this, descriptor, buffer, length};
    }

private:
    void wait(std::int64_t deadline) {
        if (deadline == 0) {
            io_uring_get_events(&ring_);
        } else {
            const std::int64_t left = deadline == never ? never : deadline - clock_now();
            __kernel_timespec limit{left / 1'000'000'000, left % 1'000'000'000};
            io_uring_cqe* first = nullptr;
            if (left > 0)
                io_uring_wait_cqes(&ring_, &first, 1, deadline == never ? nullptr : &limit,
                                   nullptr);
        }
        unsigned head = 0;
        unsigned count = 0;
        io_uring_cqe* completion = nullptr;
        io_uring_for_each_cqe(&ring_, head, completion) {
            auto* const ended = static_cast<reading*>(io_uring_cqe_get_data(completion));
            ended->result_ = completion->res;
            loop.push(ended->self_);
            ++count;
        }
        io_uring_cq_advance(&ring_, count);
        reaped += count;
    }

    io_uring ring_{};
};

}  // namespace micro::floor
