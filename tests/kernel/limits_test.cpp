// Full queues, overflowing completions, old and crowded machines, and what is
// left behind.

#include "tests/kernel/rig.hpp"

#include <liburing.h>
#include <sys/inotify.h>
#include <system_error>
#include <thread>
#include <vector>

namespace kernel_tests {

TEST_CASE_TEMPLATE("limits: ten thousand nops, prepared at once", K, EVERY_KERNEL) {
    rig<K> it;
    std::vector<std::unique_ptr<asked>> nops;
    for (int i = 0; i < 10'000; ++i) {
        nops.push_back(std::make_unique<asked>());
        it.submit(*nops.back());
    }
    CHECK(it->in_flight() == 10'000);
    for (int i = 0; i < 20'000 && it->in_flight() != 0; ++i) it->wait(second);
    CHECK(it->in_flight() == 0);
    int previous = 0;
    for (auto& each : nops) {
        REQUIRE(each->calls == 1);
        REQUIRE(each->result == 0);
        REQUIRE(each->order > previous);
        previous = each->order;
    }
}

TEST_CASE_TEMPLATE("limits: what did not fit at first does not wait for what did", K,
                   EVERY_KERNEL) {
    // The reads fill a small ring and never complete; the nop behind them must.
    rig<K> it;
    two_ends pipe = make_pipe();
    char memory[16];
    std::vector<std::unique_ptr<asked>> reads;
    for (int i = 0; i < 300; ++i) {
        reads.push_back(std::make_unique<asked>(opcode::read, pipe.in, memory, sizeof memory));
        it.submit(*reads.back());
    }
    asked nop;
    it.submit(nop);
    SUBCASE("the kernel takes them at once") {
        it->wait(-1);
        CHECK(nop.calls == 1);
    }
    SUBCASE("the kernel is busy for a while") {
        for (const int times : {1, 75, 80}) {
            const fault what(faults::enter_error, EBUSY);
            const fault busy(faults::enter_errors_left, times);
            if (!nop.done()) it->wait(-1);
        }
        if (!nop.done()) it->wait(-1);
        CHECK(nop.calls == 1);
    }
    for (auto& each : reads) it->cancel(*each);
}

TEST_CASE_TEMPLATE("limits: more completions at once than the queue holds", K, EVERY_KERNEL) {
    rig<K> it;
    const descriptor event(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
    std::vector<std::unique_ptr<asked>> polls;
    for (int i = 0; i < 2000; ++i) {
        polls.push_back(std::make_unique<asked>(opcode::poll, event, 1 /* POLLIN */));
        it.submit(*polls.back());
    }
    for (int i = 0; i < 3; ++i) it->wait(0);
    CHECK(it->in_flight() == 2000);
    eventfd_write(event, 1);  // all of them complete in this moment
    for (int i = 0; i < 10'000 && it->in_flight() != 0; ++i) it->wait(second);
    CHECK(it->in_flight() == 0);
    for (auto& each : polls) CHECK((each->calls == 1 && each->result == 1));
}

TEST_CASE_TEMPLATE("limits: io_uring_enter says no for a while", K, EVERY_URING) {
    rig<K> it;
    for (const int error : {EBUSY, EAGAIN, EINTR}) {
        CAPTURE(error);
        asked nops[10];
        for (asked& each : nops) it.submit(each);
        {
            const fault what(faults::enter_error, error);
            const fault times(faults::enter_errors_left, 1000);
            for (int i = 0; i < 3; ++i) {
                it->wait(second);
                CHECK(it->flagged());  // they are still to be handed over
                CHECK_FALSE(nops[0].done());
            }
        }
        for (asked& each : nops) CHECK(it.result_of(each) == 0);
        CHECK_FALSE(it->flagged());
    }
}

TEST_CASE("uring: an error that cannot be is an exception") {
    rig<on_uring> it;
    const fault what(faults::enter_error, EBADF);
    const fault times(faults::enter_errors_left, 1);
    CHECK_THROWS_WITH_AS(it->wait(0), "io_uring_enter: Bad file descriptor", std::system_error);
}

TEST_CASE("uring: another thread may not use it, and is told so") {
    rig<on_uring> it;
    std::string said;
    std::thread([&] {
        try {
            it->wait(0);
        } catch (const std::system_error& error) {
            said = error.what();
        }
    }).join();
    CHECK(said.find("belongs to another thread") != std::string::npos);
}

TEST_CASE_TEMPLATE("limits: a wake-up descriptor that cannot be read is an error", K,
                   EVERY_KERNEL) {
    // Nobody can read eight bytes from inotify: no note is so short.
    const descriptor no_eventfd(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
    REQUIRE(::inotify_add_watch(no_eventfd, "/proc/self/exe", IN_OPEN) >= 0);
    const std::unique_ptr<kernel> it(K::make(no_eventfd));
    const descriptor opened(::open("/proc/self/exe", O_RDONLY | O_CLOEXEC));
    CHECK_THROWS_WITH_AS((it->wait(millisecond), it->wait(second)),
                         "the event loop cannot read its wake-up descriptor: Invalid argument",
                         std::system_error);
}

TEST_CASE_TEMPLATE("limits: a wake-up descriptor that is none is an error", K, EVERY_KERNEL) {
    const int before = open_descriptors();
    {
        std::unique_ptr<kernel> it;
        CHECK_THROWS_AS((it.reset(K::make(1 << 20)), it->wait(0), it->wait(0)), std::system_error);
    }
    CHECK(open_descriptors() == before);
}

TEST_CASE("uring: each rung of the ladder works") {
    constexpr unsigned flags_of_6_0 = 0x1fff;  // all but DEFER_TASKRUN
    constexpr unsigned flags_of_5_19 = 0x0fff;
    constexpr unsigned flags_of_5_11 = 0x007f;
    for (const unsigned known : {~0U, flags_of_6_0, flags_of_5_19, flags_of_5_11}) {
        CAPTURE(known);
        const fault old(faults::known_setup_flags, known);
        rig<on_uring> it;
        asked nop;
        CHECK(it.perform(nop) == 0);
        eventfd_write(it.wake, 1);
        CHECK(it->wait(second));
    }
}

TEST_CASE("uring: too little memory for a ring makes a smaller ring") {
    for (const unsigned entries : {255U, 64U, 16U, 5U, 1U}) {
        CAPTURE(entries);
        const fault crowded(faults::entries_there_is_memory_for, entries);
        rig<on_uring> it;
        asked nops[100];
        for (asked& each : nops) it.submit(each);
        for (asked& each : nops) CHECK(it.result_of(each) == 0);
    }
    const int before = open_descriptors();
    const fault none(faults::entries_there_is_memory_for, 0);
    CHECK_THROWS_WITH_AS(delete coro::detail::make_uring(before),
                         "io_uring_setup: Cannot allocate memory", std::system_error);
    CHECK(open_descriptors() == before);
}

TEST_CASE("uring: too old is refused, as if it were not there") {
    const int before = open_descriptors();
    for (const unsigned feature : {IORING_FEAT_EXT_ARG, IORING_FEAT_NODROP}) {
        const fault old(faults::missing_features, feature);
        int code = 0;
        try {
            delete coro::detail::make_uring(0);
        } catch (const std::system_error& error) {
            code = error.code().value();
        }
        CHECK(code == ENOSYS);
    }
    CHECK(open_descriptors() == before);
}

TEST_CASE("uring: a set-up that is allowed while entering is not, is a refusal") {
    const int before = open_descriptors();
    const fault what(faults::enter_error, EPERM);
    const fault times(faults::enter_errors_left, 1);
    CHECK_THROWS_WITH_AS(delete coro::detail::make_uring(0),
                         "io_uring_enter: Operation not permitted", std::system_error);
    CHECK(open_descriptors() == before);
}

TEST_CASE_TEMPLATE("limits: a hundred kernels leave no descriptor behind", K, EVERY_KERNEL) {
    const int before = open_descriptors();
    for (int i = 0; i < 100; ++i) {
        rig<K> it;
        two_ends pipe = make_pipe();
        char memory[16];
        asked read(opcode::read, pipe.in, memory, sizeof memory);
        it.submit(read);
        it->wait(0);
        it->cancel(read);
        it.result_of(read);
    }
    CHECK(open_descriptors() == before);
}

TEST_CASE_TEMPLATE("limits: the descriptors of a kernel are not inherited", K, EVERY_KERNEL) {
    bool open_before[1024];
    for (int fd = 0; fd < 1024; ++fd) open_before[fd] = ::fcntl(fd, F_GETFD) >= 0;
    rig<K> it;
    int found = 0;
    for (int fd = 0; fd < 1024; ++fd) {
        const int flags = ::fcntl(fd, F_GETFD);
        if (flags < 0 || open_before[fd]) continue;
        CHECK((flags & FD_CLOEXEC) != 0);
        ++found;
    }
    CHECK(found == 2);  // the kernel's, and the wake-up
}

}  // namespace kernel_tests
