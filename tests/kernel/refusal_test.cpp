// Machines that refuse io_uring, played by child processes under hand-written
// seccomp filters; what is said then, and what is left behind.

#include "coro/kernel/choose.hpp"
#include "coro/kernel/kernel.hpp"
#include "coro/kernel/refusal.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <doctest/doctest.h>
#include <exception>
#include <functional>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdexcept>
#include <string>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace {

using coro::kernel;
using coro::kernel_kind;
using coro::make_kernel;
using coro::request;

// What a child process said and did.
struct story {
    std::string out;  // what `body` returned
    std::string err;  // its standard error
    int status = -1;  // as of waitpid
};

std::string drain(int fd) {
    std::string all;
    char block[4096];
    for (ssize_t n; (n = ::read(fd, block, sizeof block)) > 0;)
        all.append(block, static_cast<std::size_t>(n));
    ::close(fd);
    return all;
}

// Runs `body` in a child process, where filters and limits can be put up
// that no process gets rid of again.
story in_child(const std::function<std::string()>& body) {
    int out[2];
    int err[2];
    REQUIRE(::pipe(out) == 0);
    REQUIRE(::pipe(err) == 0);
    std::fflush(nullptr);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        ::dup2(err[1], STDERR_FILENO);
        for (const int fd : {out[0], err[0], err[1]}) ::close(fd);
        std::string said;
        try {
            said = body();
        } catch (const std::exception& error) {
            said = std::string("exception: ") + error.what();
        }
        const bool told =
            ::write(out[1], said.data(), said.size()) == static_cast<ssize_t>(said.size());
        ::_exit(told ? 0 : 1);
    }
    ::close(out[1]);
    ::close(err[1]);
    story result;
    result.out = drain(out[0]);
    result.err = drain(err[0]);
    REQUIRE(::waitpid(child, &result.status, 0) == child);
    return result;
}

// From now on, these system calls of this process answer `error`.
void refuse(const std::vector<int>& calls, int error) {
    const auto load = [](std::size_t offset) {
        return sock_filter{BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(offset)};
    };
    std::vector<sock_filter> program{load(offsetof(seccomp_data, nr))};
    for (const int call : calls) {
        program.push_back({BPF_JMP | BPF_JEQ | BPF_K, 0, 1, static_cast<std::uint32_t>(call)});
        program.push_back(
            {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error)});
    }
    program.push_back({BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW});
    sock_fprog filter{static_cast<unsigned short>(program.size()), program.data()};
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
        throw std::runtime_error("the seccomp filter could not be installed");
}

int open_descriptors() {
    DIR* folder = ::opendir("/proc/self/fd");
    int count = 0;
    while (::readdir(folder) != nullptr) ++count;
    ::closedir(folder);
    return count;
}

// Makes a kernel, has it read from a pipe and wakes it; returns its name.
std::string use_kernel(kernel_kind wanted) {
    const int before = open_descriptors();
    const int wake = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    std::string name;
    {
        kernel* it = make_kernel(wanted, wake);
        name = it->name();
        int ends[2];
        if (::pipe(ends) != 0) return "no pipe";
        char memory[8];
        request read;
        read.code = coro::opcode::read;
        read.fd = ends[0];
        read.buffer = memory;
        read.length = sizeof memory;
        read.completed = [](request&) noexcept {
        };
        it->submit(read);
        it->wait(0);
        if (::write(ends[1], "abc", 3) != 3) return "no write";
        for (int i = 0; i < 100 && it->in_flight() != 0; ++i) it->wait(100'000'000);
        if (it->in_flight() != 0) return "the read never completed";
        if (read.result != 3) name += ", a read of " + std::to_string(read.result);
        eventfd_write(wake, 1);
        bool woken = false;
        for (int i = 0; i < 100 && !woken; ++i) woken = it->wait(100'000'000);
        if (!woken) name += ", never woken";
        delete it;
        ::close(ends[0]);
        ::close(ends[1]);
    }
    ::close(wake);
    if (open_descriptors() != before) name += ", descriptors left";
    return name;
}

long lines(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
}

bool has(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

struct refused {
    int error;
    const char* name;
};
constexpr refused refusals[] = {{EPERM, "Operation not permitted"},
                                {EACCES, "Permission denied"},
                                {ENOSYS, "Function not implemented"},
                                {EINVAL, "Invalid argument"}};

// The tests decide, not the environment they are started in.
std::string automatically() {
    ::unsetenv("CORO_KERNEL");
    return use_kernel(kernel_kind::automatic);
}

void become_plain_user_with(rlim_t locked_memory) {
    const rlimit limit{locked_memory, locked_memory};
    if (::setrlimit(RLIMIT_MEMLOCK, &limit) != 0) throw std::runtime_error("no limit");
    if (::geteuid() != 0) return;
    const uid_t nobody = 65534;
    if (::setgroups(0, nullptr) != 0 || ::setresgid(nobody, nobody, nobody) != 0 ||
        ::setresuid(nobody, nobody, nobody) != 0)
        throw std::runtime_error("still root");
}

}  // namespace

TEST_CASE("refusal: epoll takes over, with one line that says why and what to do") {
    for (const refused& each : refusals) {
        CAPTURE(each.name);
        const story told = in_child([&] {
            refuse({__NR_io_uring_setup}, each.error);
            return automatically() + " " + automatically();  // the line comes once
        });
        CAPTURE(told.err);
        CHECK(told.out == "epoll epoll");
        CHECK(lines(told.err) == 1);
        CHECK(has(told.err, "coro: io_uring is refused, so the event loop runs on epoll. "));
        coro::detail::machine_facts machine = coro::detail::look_at_machine();
        machine.filtered = true;
        CHECK(has(told.err, each.name));
        CHECK(has(told.err,
                  coro::detail::explain_refusal(each.error, "io_uring_setup", machine).c_str()));
        CHECK(has(told.err, "CORO_KERNEL=epoll silences this line"));
    }
}

TEST_CASE("refusal: a filter that lets the set-up pass, but not io_uring_enter") {
    const story told = in_child([] {
        refuse({__NR_io_uring_enter}, EPERM);
        return automatically();
    });
    CHECK(told.out == "epoll");
    CHECK(lines(told.err) == 1);
}

TEST_CASE("refusal: epoll that was asked for is no reason for a line") {
    for (const bool by_environment : {false, true}) {
        const story told = in_child([&] {
            refuse({__NR_io_uring_setup}, EPERM);
            if (!by_environment) return use_kernel(kernel_kind::epoll);
            ::setenv("CORO_KERNEL", "epoll", 1);
            return use_kernel(kernel_kind::automatic);
        });
        CHECK(told.out == "epoll");
        CHECK(told.err.empty());
    }
}

TEST_CASE("refusal: both are refused: one clear error, and nothing left") {
    const story told = in_child([] {
        refuse({__NR_io_uring_setup, __NR_epoll_create1}, EPERM);
        const int before = open_descriptors();
        std::string said;
        try {
            ::unsetenv("CORO_KERNEL");
            delete make_kernel(kernel_kind::automatic, 0);
        } catch (const std::system_error& error) {
            said = error.what();
            if (error.code().value() != EPERM) said += " (with another code)";
        }
        return open_descriptors() == before ? said : "descriptors left";
    });
    CAPTURE(told.out);
    CHECK(told.out.starts_with("an event loop needs io_uring or epoll, and this machine refuses "
                               "both. io_uring: io_uring_setup: Operation not permitted: "));
    CHECK(told.out.ends_with("epoll: epoll_create1: Operation not permitted"));
    CHECK(has(told.out, "; "));  // the cure
    CHECK(told.err.empty());
}

TEST_CASE("refusal: the one that was asked for is refused: an error, no other kernel") {
    for (const refused& each : refusals)
        for (const bool by_environment : {false, true}) {
            const story told = in_child([&] {
                refuse({__NR_io_uring_setup}, each.error);
                if (!by_environment) return use_kernel(kernel_kind::uring);
                ::setenv("CORO_KERNEL", "uring", 1);
                return use_kernel(kernel_kind::automatic);
            });
            CAPTURE(told.out);
            CHECK(has(told.out, "exception: io_uring was asked for by "));
            CHECK(has(told.out, by_environment ? "by CORO_KERNEL=uring" : "by the program"));
            CHECK(has(told.out, "io_uring_setup: "));
            CHECK(told.out.ends_with(each.name));
            CHECK(told.err.empty());
        }
    const story told = in_child([] {
        refuse({__NR_epoll_create1}, EMFILE);
        return use_kernel(kernel_kind::epoll);
    });
    CHECK(told.out == "exception: epoll was asked for by the program, and is refused. "
                      "epoll_create1: Too many open files");
}

TEST_CASE("choice: CORO_KERNEL") {
    const auto with = [](const char* value, kernel_kind wanted) {
        return in_child([=] {
                   ::setenv("CORO_KERNEL", value, 1);
                   return use_kernel(wanted);
               })
            .out;
    };
    CHECK(with("epoll", kernel_kind::automatic) == "epoll");
    CHECK(with("kqueue", kernel_kind::automatic) ==
          "exception: CORO_KERNEL is 'kqueue': it can be uring or epoll (or unset, to take what "
          "there is)");
    // What the program says comes before what the environment says.
    CHECK(with("uring", kernel_kind::epoll) == "epoll");
    CHECK(with("kqueue", kernel_kind::epoll) == "epoll");
    // An empty value is as good as none.
    CHECK(with("", kernel_kind::automatic) == in_child(automatically).out);
}

TEST_CASE("limits: 64 KiB of locked memory, as a plain user") {
    const story told = in_child([] {
        become_plain_user_with(64 * 1024);
        // The first ring fits. Further ones are smaller and smaller, and at
        // last there is none, but each loop gets a kernel that works.
        const int wake = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
        std::vector<kernel*> rings;
        std::string said;
        ::unsetenv("CORO_KERNEL");
        for (int i = 0; i < 40; ++i) {
            rings.push_back(make_kernel(kernel_kind::automatic, wake));
            said = automatically();
            if (said != "epoll" && said != "uring") break;
        }
        for (const kernel* each : rings) delete each;
        ::close(wake);
        return said;
    });
    CAPTURE(told.err);
    CHECK((told.out == "uring" || told.out == "epoll"));
    if (told.out == "epoll" && has(told.err, "Cannot allocate memory")) {
        CHECK(lines(told.err) == 1);
        CHECK(has(told.err, "64 KiB"));
        CHECK(has(told.err, "ulimit -l"));
    }
}

TEST_CASE("limits: loops one after the other: the memory of their rings comes back") {
    const std::string usual = in_child(automatically).out;
    const story told = in_child([&] {
        become_plain_user_with(64 * 1024);
        for (int i = 0; i < 40; ++i)
            if (const std::string said = automatically(); said != usual) return said;
        return usual;
    });
    CHECK(told.out == usual);
}

TEST_CASE("limits: no descriptors to be had") {
    const story told = in_child([] {
        refuse({__NR_io_uring_setup, __NR_epoll_create1}, EMFILE);
        return automatically();
    });
    CAPTURE(told.out);
    CHECK(has(told.out, "ulimit -n"));
    CHECK(told.out.ends_with("epoll: epoll_create1: Too many open files"));
}

TEST_CASE("explanation: each cause with its cure") {
    using coro::detail::explain_refusal;
    using coro::detail::machine_facts;
    machine_facts machine;
    machine.release = "6.1.0-18-amd64";
    machine.locked_memory = 64 * 1024;
    const auto why = [&](int error) {
        return explain_refusal(error, "io_uring_setup", machine);
    };

    SUBCASE("the sysctl") {
        machine.io_uring_disabled = 2;
        machine.filtered = true;
        CHECK(why(EPERM) == "io_uring_setup: Operation not permitted: kernel.io_uring_disabled is "
                            "2; an administrator can allow it by: sysctl "
                            "kernel.io_uring_disabled=0");
    }
    SUBCASE("a container") {
        machine.filtered = true;
        CHECK(has(why(EPERM), "seccomp"));
        CHECK(has(why(EACCES), "--security-opt seccomp=unconfined"));
        CHECK(has(why(ENOSYS), "hides it, although Linux 6.1.0-18-amd64 has it"));
        CHECK(has(why(EINVAL), "seccomp"));
    }
    SUBCASE("a security module") {
        CHECK(has(why(EACCES), "SELinux"));
        CHECK(has(why(EPERM), "audit log"));
    }
    SUBCASE("an old kernel") {
        for (const char* release : {"4.4.0-19041-Microsoft", "5.4.0-150-generic", "5.10.0"}) {
            machine.release = release;
            CHECK(has(why(ENOSYS), "too old; it takes Linux 5.11 or newer"));
            CHECK(has(why(EINVAL), "5.11 or newer"));
        }
    }
    SUBCASE("a kernel without it") {
        for (const char* release : {"5.11.0", "5.15.0-100-generic", "6.1.0", "10.0"}) {
            machine.release = release;
            CHECK(has(why(ENOSYS), "CONFIG_IO_URING"));
        }
    }
    SUBCASE("memory") {
        CHECK(has(why(ENOMEM), "is 64 KiB for all programs of this user"));
        machine.locked_memory = ~std::uint64_t{0};
        CHECK(has(why(ENOMEM), "not enough memory"));
    }
    SUBCASE("anything else is at least named") {
        CHECK(has(why(EMFILE), "ulimit -n"));
        CHECK(has(why(EIO), "Input/output error"));
    }
}

TEST_CASE("explanation: the facts of this machine") {
    const story told = in_child([] {
        const bool before = coro::detail::look_at_machine().filtered;
        refuse({}, 0);
        const coro::detail::machine_facts machine = coro::detail::look_at_machine();
        if (!machine.filtered) return std::string("the filter was not noticed");
        if (machine.release.empty()) return std::string("no release");
        rlimit limit{};
        ::getrlimit(RLIMIT_MEMLOCK, &limit);
        if (limit.rlim_cur != RLIM_INFINITY && machine.locked_memory != limit.rlim_cur)
            return std::string("another limit");
        return std::string(before ? "filtered before" : "noticed");
    });
    CHECK((told.out == "noticed" || told.out == "filtered before"));
}
