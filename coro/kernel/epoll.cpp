// The kernel on epoll, for machines that refuse io_uring. epoll does no I/O;
// it tells which descriptors are ready. So each request is attempted when it is
// handed over, and if it would have to wait it is parked with its descriptor
// until epoll says that another attempt is worth while. attempt.cpp carries
// requests out; here is who waits for what.
//
// Opening, closing, syncing, and reading and writing files happen on the spot,
// in wait(), and hold the loop for as long as they take.

#include "coro/kernel/attempt.hpp"
#include "coro/kernel/kernel.hpp"
#include "coro/kernel/make.hpp"
#include "coro/kernel/request_list.hpp"
#include "coro/kernel/sigpipe_guard.hpp"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <linux/time_types.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace coro::detail {

namespace {

using stage = request::stage;

// Who waits for one descriptor. Readers go one after the other, so do writers;
// whoever polls takes nothing away and waits beside them.
struct waiters {
    request_list readers, writers, pollers;

    request_list& line_of(const request& what) noexcept {
        if (what.code == opcode::poll) return pollers;
        return readiness(what) == POLLIN ? readers : writers;
    }

    // What epoll is to tell; its EPOLL... are poll's POLL...
    [[nodiscard]] std::uint32_t wanted() const noexcept {
        std::uint32_t events = 0;
        if (!readers.empty()) events |= EPOLLIN;
        if (!writers.empty()) events |= EPOLLOUT;
        for (const request* each = pollers.first(); each != nullptr; each = each->next)
            events |= each->flags;
        return events;
    }
};

class epoll final : public kernel {
public:
    explicit epoll(int wake_fd);
    ~epoll() override;

    [[nodiscard]] const char* name() const noexcept override { return "epoll"; }
    void submit(request& what) override;
    void cancel(request& what) override;
    bool wait(std::int64_t timeout_ns) override;

private:
    void begin(request& what);
    void park(request& what);
    void arm(int fd) noexcept;
    void attempt_again(int fd) noexcept;
    void attempt_line(request_list& line) noexcept;
    void give_up_all(int fd, int result) noexcept;
    void end(request& what, int result) noexcept;
    void complete_ended() noexcept;
    bool look(std::int64_t timeout_ns);
    int wait_for_events(epoll_event* events, int room, std::int64_t timeout_ns) noexcept;

    int epoll_fd_;
    int wake_fd_;
    request_list outbox_;           // prepared
    request_list ended_;            // to be completed before wait() returns
    std::vector<waiters> waiters_;  // by descriptor
    unsigned more_ = 0;             // 1: epoll had more to tell than fitted
    unsigned writes_ = 0;           // of the requests in flight, for the sigpipe_guard
    bool broken_pipe_ = false;      // likewise
    bool nanoseconds_ = true;       // epoll_pwait2 exists (Linux 5.11)
};

epoll::epoll(int wake_fd) : epoll_fd_(::epoll_create1(EPOLL_CLOEXEC)), wake_fd_(wake_fd) {
    if (epoll_fd_ < 0) throw std::system_error(errno, std::generic_category(), "epoll_create1");
    epoll_event wake{};
    wake.events = EPOLLIN;
    wake.data.fd = wake_fd;
    if (::epoll_ctl(epoll_fd_, EPOLL_CTL_ADD, wake_fd, &wake) != 0) {
        const int error = errno;
        ::close(epoll_fd_);
        throw std::system_error(error, std::generic_category(), "epoll_ctl");
    }
    flags_word_ = &more_;
    flags_mask_ = 1;
}

epoll::~epoll() {
    assert(in_flight_ == 0 && "a kernel must outlive the requests it was given");
    ::close(epoll_fd_);
}

void epoll::submit(request& what) {
    assert(what.at == stage::idle && "this request is in the kernel already");
    ++in_flight_;
    ++prepared_;
    if (what.code == opcode::write) ++writes_;
    what.at = stage::prepared;
    outbox_.push_back(what);
}

void epoll::cancel(request& what) {
    if (what.at == stage::prepared) {
        outbox_.erase(what);
    } else if (what.at == stage::in_flight) {
        waiters_[static_cast<std::size_t>(what.fd)].line_of(what).erase(what);
        ++prepared_;  // it needs a wait() to complete
    } else {
        return;
    }
    end(what, -ECANCELED);
}

bool epoll::wait(std::int64_t timeout_ns) {
    const sigpipe_guard guard(writes_ != 0, broken_pipe_);
    while (!outbox_.empty()) begin(outbox_.pop_front());
    const bool woken = look(ended_.empty() ? std::min(timeout_ns, longest_wait_ns) : 0);
    complete_ended();
    return woken;
}

// The first attempt, unless others are in line before.
void epoll::begin(request& what) {
    if (what.code == opcode::close) give_up_all(what.fd, -ECANCELED);

    const auto index = static_cast<std::size_t>(what.fd);
    const bool in_line = readiness(what) != 0 && what.fd >= 0 && index < waiters_.size() &&
                         !waiters_[index].line_of(what).empty();
    const int result = in_line ? would_block : attempt(what);
    if (result == would_block)
        park(what);
    else
        end(what, result);
}

void epoll::park(request& what) {
    const auto index = static_cast<std::size_t>(what.fd);
    if (index >= waiters_.size()) waiters_.resize(index + 1);
    waiters_[index].line_of(what).push_back(what);
    what.at = stage::in_flight;
    --prepared_;
    arm(what.fd);
}

// Has epoll tell us once, when something happens that the waiters want. Once,
// because a standing order would be void if the number is closed and used
// again for another file, which nobody tells us; an order anew for each wait
// always reaches the present one.
void epoll::arm(int fd) noexcept {
    epoll_event order{};
    order.events = waiters_[static_cast<std::size_t>(fd)].wanted() | EPOLLONESHOT;
    order.data.fd = fd;
    if (::epoll_ctl(epoll_fd_, EPOLL_CTL_MOD, fd, &order) == 0) return;
    if (errno == ENOENT && ::epoll_ctl(epoll_fd_, EPOLL_CTL_ADD, fd, &order) == 0) return;
    give_up_all(fd, -errno);
}

// Brings what epoll has to tell. Returns whether the wake-up was among it.
bool epoll::look(std::int64_t timeout_ns) {
    epoll_event events[256];
    constexpr int room = sizeof events / sizeof events[0];
    const int count = wait_for_events(events, room, timeout_ns);
    if (count < 0 && errno != EINTR)
        throw std::system_error(errno, std::generic_category(), "epoll_wait");
    more_ = count == room ? 1 : 0;

    bool woken = false;
    for (int i = 0; i < count; ++i) {
        if (events[i].data.fd != wake_fd_) {
            attempt_again(events[i].data.fd);
            continue;
        }
        std::uint64_t times = 0;
        if (::read(wake_fd_, &times, sizeof times) > 0)
            woken = true;
        else if (errno != EAGAIN)
            throw std::system_error(errno, std::generic_category(),
                                    "the event loop cannot read its wake-up descriptor");
    }
    return woken;
}

int epoll::wait_for_events(epoll_event* events, int room, std::int64_t timeout_ns) noexcept {
    // By its number, since older C libraries have no epoll_pwait2. A filter
    // that does not know it may answer EPERM.
    if (timeout_ns > 0 && nanoseconds_) {
        const __kernel_timespec limit{timeout_ns / 1'000'000'000, timeout_ns % 1'000'000'000};
        const long count =
            ::syscall(__NR_epoll_pwait2, epoll_fd_, events, room, &limit, nullptr, std::size_t{0});
        if (count >= 0 || (errno != ENOSYS && errno != EPERM)) return static_cast<int>(count);
        nanoseconds_ = false;
    }
    // Rounded up: rather wake late once than early and in vain several times.
    const std::int64_t milliseconds =
        timeout_ns <= 0 ? timeout_ns : (timeout_ns - 1) / 1'000'000 + 1;
    return ::epoll_wait(epoll_fd_, events, room,
                        static_cast<int>(std::max<std::int64_t>(milliseconds, -1)));
}

void epoll::attempt_again(int fd) noexcept {
    waiters& those = waiters_[static_cast<std::size_t>(fd)];
    attempt_line(those.readers);
    attempt_line(those.writers);
    for (request* each = those.pollers.first(); each != nullptr;) {
        request& poller = *std::exchange(each, each->next);
        const int result = attempt(poller);
        if (result == would_block) continue;
        those.pollers.erase(poller);
        ++prepared_;
        end(poller, result);
    }
    if (those.wanted() != 0) arm(fd);
}

// The first in line goes as far as it gets, then the next.
void epoll::attempt_line(request_list& line) noexcept {
    while (!line.empty()) {
        request& first = *line.first();
        const int result = attempt(first);
        if (result == would_block) return;
        line.erase(first);
        ++prepared_;
        end(first, result);
    }
}

void epoll::give_up_all(int fd, int result) noexcept {
    const auto index = static_cast<std::size_t>(fd);
    if (fd < 0 || index >= waiters_.size()) return;
    for (request_list* line :
         {&waiters_[index].readers, &waiters_[index].writers, &waiters_[index].pollers})
        while (!line->empty()) {
            ++prepared_;
            end(line->pop_front(), result);
        }
}

// It has its result. Nobody is told yet, since whoever is told may submit and
// cancel, and we may be in the middle of a line.
void epoll::end(request& what, int result) noexcept {
    what.result = result;
    what.at = stage::ending;
    ended_.push_back(what);
}

void epoll::complete_ended() noexcept {
    // Those that are cancelled meanwhile are for the next wait.
    request_list all = std::exchange(ended_, {});
    while (!all.empty()) {
        request& what = all.pop_front();
        --prepared_;
        --in_flight_;
        if (what.code == opcode::write) {
            --writes_;
            broken_pipe_ |= what.result == -EPIPE;
        }
        what.at = stage::idle;
        what.completed(what);
    }
}

}  // namespace

kernel* make_epoll(int wake_fd) {
    return new epoll(wake_fd);
}

}  // namespace coro::detail
