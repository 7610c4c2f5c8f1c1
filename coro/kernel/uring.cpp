// The kernel on io_uring: requests become submissions, completions become
// calls of request::completed, and one system call in wait() does all of it.
// It works the way the operating system does the I/O itself: we do not ask
// "is it ready?" and then read (that is epoll.cpp), we say "read" and hear
// when it has been done. Below it is ring.hpp, the bare queues.

#include "coro/kernel/kernel.hpp"
#include "coro/kernel/make.hpp"
#include "coro/kernel/request_list.hpp"
#include "coro/kernel/ring.hpp"
#include "coro/kernel/sigpipe_guard.hpp"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <system_error>
#include <utility>

namespace coro::detail {

namespace {

using stage = request::stage;

// A request in the language of io_uring.
void describe(const request& what, io_uring_sqe& entry) noexcept {
    if (what.polling) {
        io_uring_prep_poll_add(&entry, what.fd, static_cast<unsigned>(readiness(what)));
        return;
    }
    const int flags = static_cast<int>(what.flags);
    switch (what.code) {
    case opcode::nop: io_uring_prep_nop(&entry); break;
    case opcode::read:
        io_uring_prep_read(&entry, what.fd, what.buffer, what.length, what.offset);
        break;
    case opcode::write:
        io_uring_prep_write(&entry, what.fd, what.buffer, what.length, what.offset);
        break;
    case opcode::recv: io_uring_prep_recv(&entry, what.fd, what.buffer, what.length, flags); break;
    case opcode::send:
        io_uring_prep_send(&entry, what.fd, what.buffer, what.length, flags | MSG_NOSIGNAL);
        break;
    case opcode::accept: io_uring_prep_accept(&entry, what.fd, nullptr, nullptr, flags); break;
    case opcode::connect:
        io_uring_prep_connect(&entry, what.fd, static_cast<const sockaddr*>(what.buffer),
                              what.length);
        break;
    case opcode::poll: io_uring_prep_poll_add(&entry, what.fd, what.flags); break;
    case opcode::shutdown: io_uring_prep_shutdown(&entry, what.fd, flags); break;
    case opcode::close: io_uring_prep_close(&entry, what.fd); break;
    case opcode::fsync: io_uring_prep_fsync(&entry, what.fd, 0); break;
    case opcode::open:
        io_uring_prep_openat(&entry, what.fd, static_cast<const char*>(what.buffer), flags,
                             what.length);
        break;
    }
}

class uring final : public kernel {
public:
    uring(int wake_fd, unsigned entries);
    ~uring() override;

    [[nodiscard]] const char* name() const noexcept override { return "uring"; }
    void submit(request& what) override;
    void cancel(request& what) override;
    bool wait(std::int64_t timeout_ns) override;

private:
    void prepare(request& what) noexcept;
    void fill() noexcept;
    int enter(std::int64_t timeout_ns) noexcept;
    bool hand_over(std::int64_t timeout_ns);
    bool reap() noexcept;
    bool settle(request& what, int result) noexcept;
    bool complete_given_up() noexcept;

    ring ring_;
    request_list outbox_;           // prepared requests, and requests to be cancelled
    request_list given_up_;         // cancelled while they were only prepared
    unsigned writes_ = 0;           // of the requests in flight, for the sigpipe_guard
    bool broken_pipe_ = false;      // likewise
    bool woken_ = false;            // the wake-up came in this wait
    bool closing_ = false;          // the wake-up is not armed again
    request wake_;                  // reads the wake-up descriptor, as long as we live,
    std::uint64_t wake_count_ = 0;  // into this
};

uring::uring(int wake_fd, unsigned entries) : ring_(entries) {
    flags_word_ = ring_.flags_word();
    flags_mask_ = ring::flags_to_watch;
    tail_word_ = ring_.tail_word();

    wake_.code = opcode::read;
    wake_.fd = wake_fd;
    wake_.buffer = &wake_count_;
    wake_.length = sizeof wake_count_;
    prepare(wake_);

    // Enter once now: a filter that allows the set-up but not this call must
    // be noticed while there is still a choice.
    fill();
    const int error = enter(0);
    if (error != 0 && error != EINTR)
        throw std::system_error(error, std::generic_category(), "io_uring_enter");
}

uring::~uring() {
    assert(in_flight_ == 0 && "a kernel must outlive the requests it was given");
    // Even the read of the wake-up has a buffer that is not ours to free until
    // it has completed.
    closing_ = true;
    cancel(wake_);
    while (wake_.at != stage::idle) {
        if (complete_given_up()) continue;
        fill();
        const int error = enter(outbox_.empty() ? -1 : 0);
        if (error != 0 && error != EINTR && error != EAGAIN && error != EBUSY) break;
        reap();
    }
}

void uring::submit(request& what) {
    assert(what.at == stage::idle && "this request is in the kernel already");
    ++in_flight_;
    if (what.code == opcode::write) ++writes_;
    what.polling = false;
    prepare(what);
}

void uring::prepare(request& what) noexcept {
    what.at = stage::prepared;
    outbox_.push_back(what);
    ++prepared_;
}

void uring::cancel(request& what) {
    if (what.at == stage::prepared) {
        // The operating system has not seen it, and never will.
        outbox_.erase(what);
        given_up_.push_back(what);
    } else if (what.at == stage::in_flight) {
        outbox_.push_back(what);
        ++prepared_;
    } else {
        return;
    }
    what.at = stage::ending;
}

bool uring::wait(std::int64_t timeout_ns) {
    const sigpipe_guard guard(writes_ != 0, broken_pipe_);
    woken_ = false;
    bool news = complete_given_up();

    // What does not fit into the ring at once goes in several calls, of which
    // only the last one may wait.
    for (unsigned left = prepared_; left > ring_.entries(); left -= ring_.entries())
        news |= hand_over(0);
    hand_over(news ? 0 : std::min(timeout_ns, longest_wait_ns));

    if (wake_.result < 0)
        throw std::system_error(-wake_.result, std::generic_category(),
                                "the event loop cannot read its wake-up descriptor");
    return woken_;
}

// Completes, at the next wait, what was cancelled before it was handed over.
bool uring::complete_given_up() noexcept {
    request_list all = std::exchange(given_up_, {});
    bool news = false;
    while (!all.empty()) {
        --prepared_;
        news |= settle(all.pop_front(), -ECANCELED);
    }
    return news;
}

// One round: into the ring, into the kernel, and take what has come. Returns
// whether the loop has something to do now.
bool uring::hand_over(std::int64_t timeout_ns) {
    fill();
    const int error = enter(outbox_.empty() ? timeout_ns : 0);
    switch (error) {
    case 0:
    case ETIME:   // nothing came in time
    case EINTR:   // a signal: the caller looks at his clock, and at his signals
    case EBUSY:   // too many completions are waiting: take them, then try again
    case EAGAIN:  // no memory for a submission just now: try again
        return reap();
    case EEXIST:
        throw std::system_error(error, std::generic_category(),
                                "io_uring_enter: this event loop belongs to another thread, or to "
                                "the process that this one was forked from");
    default: throw std::system_error(error, std::generic_category(), "io_uring_enter");
    }
}

// Moves what is in the outbox into the ring, until either is exhausted.
void uring::fill() noexcept {
    while (!outbox_.empty()) {
        io_uring_sqe* entry = ring_.next_submission();
        if (entry == nullptr) return;
        request& next = outbox_.pop_front();
        if (next.at == stage::prepared) {
            describe(next, *entry);
            io_uring_sqe_set_data(entry, &next);
            next.at = stage::in_flight;
            // The sigpipe_guard guards only wait(). Where the kernel may write
            // for us at any other time, have one of its own threads do it: a
            // signal to that thread is nobody's.
            if (next.code == opcode::write && !next.polling && !ring_.works_in_enter_only())
                io_uring_sqe_set_flags(entry, IOSQE_ASYNC);
        } else {
            // The cancel is a submission too, with a completion of its own that
            // tells us nothing: the request's own completion will come anyway.
            io_uring_prep_cancel(entry, &next, 0);
            io_uring_sqe_set_data(entry, nullptr);
        }
    }
}

int uring::enter(std::int64_t timeout_ns) noexcept {
    const unsigned before = ring_.untaken();
    const int error = ring_.enter(timeout_ns);
    prepared_ -= before - ring_.untaken();
    return error;
}

// Takes the completions that are there now; those that come meanwhile are for
// the next wait.
bool uring::reap() noexcept {
    bool news = false;
    for (const unsigned end = ring_.completed(); reaped_ != end;) {
        const io_uring_cqe done = ring_.take(reaped_++);
        if (done.user_data != 0)
            news |= settle(*reinterpret_cast<request*>(done.user_data), done.res);
    }
    return news;
}

// The operating system is through with a request. Returns whether that is news
// for the loop.
bool uring::settle(request& what, int result) noexcept {
    const bool cancelled = what.at == stage::ending;
    if (cancelled && outbox_.holds(what)) {
        outbox_.erase(what);  // it was faster: its cancel need not go any more
        --prepared_;
    }
    // A descriptor in non-blocking mode may answer "not now": our own wake-up is
    // such a one, and another process may have made our standard input so. Then
    // we wait until it is ready, and say it again.
    const bool ready_now = what.polling && result >= 0;
    const bool not_now = !what.polling && result == -EAGAIN && readiness(what) != 0;
    what.polling = not_now;
    if (ready_now || not_now) {
        if (!cancelled) {
            prepare(what);
            return false;
        }
        result = -ECANCELED;
    }
    if (cancelled && result == -EINTR) result = -ECANCELED;  // stopped in a kernel thread

    what.at = stage::idle;
    what.result = result;
    if (&what == &wake_) {
        woken_ |= result > 0;
        if (result > 0 && !closing_) prepare(wake_);
        return true;
    }
    --in_flight_;
    if (what.code == opcode::write) {
        --writes_;
        broken_pipe_ |= result == -EPIPE;
    }
    what.completed(what);
    return true;
}

}  // namespace

kernel* make_uring(int wake_fd, unsigned entries) {
    return new uring(wake_fd, entries);
}

}  // namespace coro::detail
