#pragma once
// What the tests of the kernels share: a kernel with a wake-up descriptor, in
// each of its forms; requests that count their completions; descriptors that
// close themselves.

#include "coro/kernel/kernel.hpp"
#include "coro/kernel/make.hpp"
#include "tests/kernel/system_calls.hpp"

#include <arpa/inet.h>
#include <cerrno>
#include <chrono>
#include <dirent.h>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <memory>
#include <netinet/in.h>
#include <string>
#include <string_view>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace kernel_tests {

using coro::kernel;
using coro::opcode;
using coro::request;
using namespace std::chrono_literals;

using clock = std::chrono::steady_clock;

inline constexpr std::int64_t millisecond = 1'000'000;
inline constexpr std::int64_t second = 1'000'000'000;

// The forms a kernel comes in. Every behaviour is tested on all of them.
struct on_uring {
    static kernel* make(int wake) { return coro::detail::make_uring(wake); }
};
struct on_small_uring {  // four entries: every queue is full all the time
    static kernel* make(int wake) { return coro::detail::make_uring(wake, 4); }
};
struct on_plain_uring {  // as on Linux 5.11 to 5.18, without any set-up flag
    static kernel* make(int wake) {
        const fault old(faults::known_setup_flags, 0);
        return coro::detail::make_uring(wake);
    }
};
struct on_epoll {
    static kernel* make(int wake) { return coro::detail::make_epoll(wake); }
};
struct on_old_epoll {  // as before Linux 5.11: timeouts in whole milliseconds
    static kernel* make(int wake) {
        const fault old(faults::epoll_pwait2_is_missing, true);
        kernel* made = coro::detail::make_epoll(wake);
        made->wait(1);
        return made;
    }
};

#define EVERY_KERNEL on_uring, on_small_uring, on_plain_uring, on_epoll, on_old_epoll
#define EVERY_URING on_uring, on_small_uring, on_plain_uring

class descriptor {
public:
    descriptor() = default;
    explicit descriptor(int fd) : fd_(fd) { REQUIRE(fd >= 0); }
    descriptor(descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    descriptor& operator=(descriptor&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~descriptor() { close(); }

    void close() {
        if (fd_ >= 0) ::close(fd_);
        fd_ = -1;
    }
    [[nodiscard]] int release() { return std::exchange(fd_, -1); }
    operator int() const { return fd_; }

private:
    int fd_ = -1;
};

// A request that counts how often it was completed, and may do something then.
struct asked : request {
    asked() noexcept : asked(opcode::nop) {}
    explicit asked(opcode what, int on = -1, std::uint32_t with_flags = 0) noexcept {
        code = what;
        fd = on;
        flags = with_flags;
        completed = [](request& self) noexcept {
            auto& me = static_cast<asked&>(self);
            ++me.calls;
            me.order = ++completions;
            if (me.then != nullptr) me.then(me);
        };
    }
    asked(opcode what, int on, void* memory, std::size_t size,
          std::uint32_t with_flags = 0) noexcept
        : asked(what, on, with_flags) {
        buffer = memory;
        length = static_cast<std::uint32_t>(size);
    }

    // A test that ends early must not leave its memory to the kernel.
    ~asked() {
        if (owner == nullptr) return;
        owner->cancel(*this);
        while (at != stage::idle) owner->wait(10 * millisecond);
    }

    [[nodiscard]] bool done() const noexcept { return calls != 0; }

    void (*then)(asked&) noexcept = nullptr;
    void* context = nullptr;  // for `then`
    int calls = 0;
    int order = 0;  // which one it was, among all completions
    kernel* owner = nullptr;

    static inline int completions = 0;
};

// A kernel under test. Declare it before the requests it gets.
template <class Form>
class rig {
public:
    rig() : wake(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)), kernel_(Form::make(wake)) {}

    kernel* operator->() { return kernel_.get(); }

    void submit(asked& what) {
        what.owner = kernel_.get();
        kernel_->submit(what);
    }

    // Waits, for at most ten seconds, until a request is completed.
    int result_of(asked& what) {
        const auto limit = clock::now() + 10s;
        while (!what.done() && clock::now() < limit) kernel_->wait(100 * millisecond);
        REQUIRE_MESSAGE(what.done(), "the request never completed");
        CHECK(what.calls == 1);
        return what.result;
    }

    int perform(asked& what) {
        submit(what);
        return result_of(what);
    }

    // Hands everything over, and shows that these requests have to wait.
    template <class... Requests>
    void must_wait(const Requests&... what) {
        for (int i = 0; i < 3; ++i) kernel_->wait(millisecond);
        const bool all_wait = (!what.done() && ...);
        CHECK(all_wait);
    }

    descriptor wake;

private:
    std::unique_ptr<kernel> kernel_;
};

struct two_ends {
    descriptor out, in;  // written to, read from
};

inline two_ends make_pipe(int flags = 0) {
    int ends[2];
    REQUIRE(::pipe2(ends, flags | O_CLOEXEC) == 0);
    return {descriptor(ends[1]), descriptor(ends[0])};
}

inline two_ends make_socketpair(int flags = 0) {
    int ends[2];
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0, ends) == 0);
    return {descriptor(ends[0]), descriptor(ends[1])};
}

struct listener {
    explicit listener(int flags = 0, int backlog = 16)
        : fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | flags, 0)) {
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        REQUIRE(::bind(fd, reinterpret_cast<sockaddr*>(&address), size) == 0);
        REQUIRE(::listen(fd, backlog) == 0);
        REQUIRE(::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    }

    descriptor fd;
    sockaddr_in address{};  // with the port that was found
};

inline descriptor make_tcp_socket(int flags = 0) {
    return descriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | flags, 0));
}

// A listener that takes no connection up, as its queue is full.
class full_listener {
public:
    full_listener() : listener_(0, 0) {
        for (descriptor& each : queued_) {
            each = make_tcp_socket(SOCK_NONBLOCK);
            ::connect(each, reinterpret_cast<sockaddr*>(&listener_.address), sizeof(sockaddr_in));
        }
    }
    [[nodiscard]] void* address() const { return const_cast<sockaddr_in*>(&listener_.address); }

private:
    listener listener_;
    descriptor queued_[4];
};

// Fills what can be written to without waiting. Returns how many bytes it took.
inline std::size_t fill_up(int fd) {
    const int flags = ::fcntl(fd, F_GETFL);
    REQUIRE(::fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0);
    const std::string block(4096, 'x');
    std::size_t total = 0;
    for (ssize_t n; (n = ::write(fd, block.data(), block.size())) > 0;)
        total += static_cast<std::size_t>(n);
    REQUIRE(errno == EAGAIN);
    REQUIRE(::fcntl(fd, F_SETFL, flags) == 0);
    return total;
}

inline void put(int fd, std::string_view text) {
    REQUIRE(::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
}

inline int open_descriptors() {
    DIR* folder = ::opendir("/proc/self/fd");
    REQUIRE(folder != nullptr);
    int count = 0;
    while (::readdir(folder) != nullptr) ++count;
    ::closedir(folder);
    return count;
}

}  // namespace kernel_tests

TYPE_TO_STRING_AS("uring", kernel_tests::on_uring);
TYPE_TO_STRING_AS("uring, 4 entries", kernel_tests::on_small_uring);
TYPE_TO_STRING_AS("uring, plain", kernel_tests::on_plain_uring);
TYPE_TO_STRING_AS("epoll", kernel_tests::on_epoll);
TYPE_TO_STRING_AS("epoll, old", kernel_tests::on_old_epoll);
