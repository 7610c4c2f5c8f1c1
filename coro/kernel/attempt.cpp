// Requests as ordinary system calls that must not wait, on descriptors that
// may well be in blocking mode. See attempt.hpp.
//
// O_NONBLOCK would make that easy, but it belongs to the open file, which we
// may share: set on our standard input, it would hit the shell that started
// us. So it is left as it is, and each kind of descriptor gets what it needs:
//   - sockets: MSG_DONTWAIT, which holds for one call. accept and connect have
//     no such flag: O_NONBLOCK is set for them and taken back at once.
//   - pipes, terminals, ...: poll(2) first. Another process that reads from
//     the same pipe can still snatch the bytes away in between; we would then
//     wait for more, as would every program with a blocking descriptor.
//   - files: done on the spot; the disk is quick, and epoll does not take them.

#include "coro/kernel/attempt.hpp"

#include "coro/kernel/request_list.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace coro::detail {

namespace {

int answer(ssize_t result) noexcept {
    return result < 0 ? -errno : static_cast<int>(result);
}

bool is_ready(int fd, short events) noexcept {
    pollfd asked{fd, events, 0};
    return ::poll(&asked, 1, 0) > 0;
}

// Non-blocking mode for as long as this object lives.
class nonblocking_meanwhile {
public:
    explicit nonblocking_meanwhile(int fd) noexcept : fd_(fd), flags_(::fcntl(fd, F_GETFL)) {
        changed_ = flags_ >= 0 && (flags_ & O_NONBLOCK) == 0;
        if (changed_) ::fcntl(fd_, F_SETFL, flags_ | O_NONBLOCK);
    }
    ~nonblocking_meanwhile() {
        if (changed_) ::fcntl(fd_, F_SETFL, flags_);
    }
    nonblocking_meanwhile(const nonblocking_meanwhile&) = delete;
    nonblocking_meanwhile& operator=(const nonblocking_meanwhile&) = delete;

private:
    int fd_;
    int flags_;
    bool changed_;
};

int transfer_file(const request& what) noexcept {
    const bool here = what.offset == current_position;
    const auto offset = static_cast<off_t>(what.offset);
    if (what.code == opcode::read)
        return answer(here ? ::read(what.fd, what.buffer, what.length)
                           : ::pread(what.fd, what.buffer, what.length, offset));
    return answer(here ? ::write(what.fd, what.buffer, what.length)
                       : ::pwrite(what.fd, what.buffer, what.length, offset));
}

int transfer_socket(const request& what, int flags) noexcept {
    if (readiness(what) == POLLIN || what.code == opcode::recv)
        return answer(::recv(what.fd, what.buffer, what.length, flags | MSG_DONTWAIT));
    return answer(::send(what.fd, what.buffer, what.length, flags | MSG_DONTWAIT | MSG_NOSIGNAL));
}

int transfer_stream(const request& what) noexcept {
    const bool reading = what.code == opcode::read;
    if (!is_ready(what.fd, readiness(what))) {
        // The wrong end of a pipe is never ready; that is an error, not a wait.
        const int mode = ::fcntl(what.fd, F_GETFL) & O_ACCMODE;
        return mode == (reading ? O_WRONLY : O_RDONLY) ? -EBADF : would_block;
    }
    if (reading) return answer(::read(what.fd, what.buffer, what.length));
    // Ready means that this much fits into a pipe; more might wait.
    const std::size_t fits = std::min<std::size_t>(what.length, PIPE_BUF);
    return answer(::write(what.fd, what.buffer, fits));
}

int transfer(const request& what) noexcept {
    struct stat status{};
    if (::fstat(what.fd, &status) != 0) return -errno;
    switch (status.st_mode & S_IFMT) {
    case S_IFREG:
    case S_IFBLK:
    case S_IFDIR: return transfer_file(what);
    case S_IFSOCK: return transfer_socket(what, 0);
    default: return transfer_stream(what);
    }
}

int connect(const request& what) noexcept {
    if (what.at == request::stage::prepared) {  // the first attempt
        const nonblocking_meanwhile guard(what.fd);
        const int result =
            answer(::connect(what.fd, static_cast<const sockaddr*>(what.buffer), what.length));
        return result == -EINPROGRESS ? would_block : result;
    }
    if (!is_ready(what.fd, POLLOUT)) return would_block;
    int error = 0;
    socklen_t size = sizeof error;
    if (::getsockopt(what.fd, SOL_SOCKET, SO_ERROR, &error, &size) != 0) return -errno;
    return -error;
}

int poll(const request& what) noexcept {
    if (what.fd < 0) return -EBADF;  // poll(2) skips it silently
    pollfd asked{what.fd, static_cast<short>(what.flags), 0};
    if (::poll(&asked, 1, 0) < 0) return -errno;
    if ((asked.revents & POLLNVAL) != 0) return -EBADF;
    return asked.revents != 0 ? asked.revents : would_block;
}

template <class Call>
int uninterrupted(Call call) noexcept {
    int result;
    do result = answer(call());
    while (result == -EINTR);
    return result;
}

int carry_out(request& what) noexcept {
    const int flags = static_cast<int>(what.flags);
    switch (what.code) {
    case opcode::nop: return 0;
    case opcode::read:
    case opcode::write: return transfer(what);
    case opcode::recv:
    case opcode::send: return transfer_socket(what, flags);
    case opcode::accept: {
        const nonblocking_meanwhile guard(what.fd);
        return answer(::accept4(what.fd, nullptr, nullptr, flags));
    }
    case opcode::connect: return connect(what);
    case opcode::poll: return poll(what);
    case opcode::shutdown: return answer(::shutdown(what.fd, flags));
    case opcode::close: return answer(::close(what.fd));
    case opcode::fsync: return uninterrupted([&] { return ::fsync(what.fd); });
    case opcode::open:
        return uninterrupted([&] {
            return ::openat(what.fd, static_cast<const char*>(what.buffer), flags,
                            static_cast<mode_t>(what.length));
        });
    }
    return -EINVAL;
}

}  // namespace

int attempt(request& what) noexcept {
    const int result = carry_out(what);
    return result == -EAGAIN && readiness(what) != 0 ? would_block : result;
}

}  // namespace coro::detail
