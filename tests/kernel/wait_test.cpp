// wait(): one system call, timeouts, wake-ups from other threads, signals.

#include "tests/kernel/rig.hpp"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <limits>
#include <sys/time.h>
#include <thread>
#include <vector>

namespace kernel_tests {

// A wait may return early. It does when the remains of a ring that an earlier
// test has closed are cleared away; but it must not make a habit of it.
constexpr int few = 20;

TEST_CASE_TEMPLATE("wait: its timeout", K, EVERY_KERNEL) {
    rig<K> it;
    for (const auto asked_for : {100us, 1500us, 20000us}) {
        CAPTURE(asked_for.count());
        const auto began = clock::now();
        const auto deadline = began + asked_for;
        int waits = 0;
        for (auto left = deadline - began; left > 0ns; left = deadline - clock::now(), ++waits)
            CHECK_FALSE(it->wait(std::chrono::nanoseconds(left).count()));
        CHECK(waits < few);
        CHECK(clock::now() - began < asked_for + 5s);
    }
}

TEST_CASE_TEMPLATE("wait: 0 is a look that brings what is due", K, EVERY_KERNEL) {
    rig<K> it;
    two_ends pipe = make_pipe();
    char memory[16];
    for (int i = 0; i < 1000; ++i) {
        asked read(opcode::read, pipe.in, memory, sizeof memory);
        it.submit(read);
        it->wait(0);
        CHECK_FALSE(read.done());
        it->wait(0);
        CHECK_FALSE(read.done());
        put(pipe.out, "abc");
        it->wait(0);
        CHECK(read.calls == 1);
        CHECK(read.result == 3);
    }
}

TEST_CASE_TEMPLATE("wait: all that is due comes, or flagged() says that there is more", K,
                   EVERY_KERNEL) {
    rig<K> it;
    constexpr int many = 600;  // more than epoll tells at once, or io_uring runs at once
    std::vector<descriptor> events;  // one descriptor each: a thousand is all that many may open
    std::vector<std::unique_ptr<asked>> reads;
    char memory[16];
    for (int i = 0; i < many; ++i) {
        events.emplace_back(::eventfd(0, EFD_CLOEXEC));
        reads.push_back(std::make_unique<asked>(opcode::read, events.back(), memory, 16));
        it.submit(*reads.back());
    }
    for (int i = 0; i < 3; ++i) it->wait(0);
    CHECK(it->in_flight() == many);
    CHECK_FALSE(it->flagged());
    for (auto& each : events) REQUIRE(::eventfd_write(each, 1) == 0);
    int looks = 0;
    do {
        it->wait(0);
        ++looks;
    } while (it->flagged());
    CHECK(it->in_flight() == 0);
    CHECK(looks < many);
}

TEST_CASE_TEMPLATE("wait: two completions in one", K, EVERY_KERNEL) {
    rig<K> it;
    asked one;
    asked other;
    it.submit(one);
    it.submit(other);
    it->wait(-1);
    CHECK(one.calls == 1);
    CHECK(other.calls == 1);
    CHECK(one.order < other.order);
}

TEST_CASE_TEMPLATE("wait: bytes that nobody waits for do not end it", K, EVERY_KERNEL) {
    rig<K> it;
    two_ends pipe = make_pipe();
    char memory[1];
    asked read(opcode::read, pipe.in, memory, 1);
    it.submit(read);
    it.must_wait(read);
    put(pipe.out, "abc");
    CHECK(it.result_of(read) == 1);
    const auto deadline = clock::now() + 50ms;
    int waits = 0;
    for (; clock::now() < deadline; ++waits) it->wait(50 * millisecond);
    CHECK(waits < few);
}

TEST_CASE("uring: a hundred requests are one system call") {
    rig<on_uring> it;
    asked nops[100];
    for (asked& each : nops) it.submit(each);
    const int before = counts::io_uring_enter;
    it->wait(second);
    CHECK(counts::io_uring_enter - before == 1);
    for (asked& each : nops) CHECK(each.calls == 1);

    // A cancel, a wake-up and its re-arming cost no call of their own either.
    two_ends pipe = make_pipe();
    char memory[16];
    asked read(opcode::read, pipe.in, memory, sizeof memory);
    it.submit(read);
    it->wait(0);
    eventfd_write(it.wake, 1);
    it->cancel(read);
    CHECK(it->wait(second));
    CHECK(read.result == -ECANCELED);
    CHECK(counts::io_uring_enter - before == 3);
}

TEST_CASE_TEMPLATE("wait: completions may submit more, for the next wait", K, EVERY_KERNEL) {
    rig<K> it;
    asked nop;
    nop.context = it.operator->();
    nop.then = [](asked& self) noexcept {
        if (self.calls < 1000) static_cast<kernel*>(self.context)->submit(self);
    };
    it.submit(nop);
    it->wait(-1);
    CHECK(nop.calls == 1);
    CHECK(it->flagged());
    for (int i = 0; i < 2000 && nop.calls < 1000; ++i) it->wait(second);
    CHECK(nop.calls == 1000);
    CHECK(it->in_flight() == 0);
}

TEST_CASE_TEMPLATE("wait: many that submit themselves again do not keep it for ever", K,
                   EVERY_KERNEL) {
    rig<K> it;
    std::vector<std::unique_ptr<asked>> nops;
    static bool stop;
    stop = false;
    for (int i = 0; i < 2000; ++i) {
        nops.push_back(std::make_unique<asked>());
        nops.back()->context = it.operator->();
        nops.back()->then = [](asked& self) noexcept {
            if (!stop) static_cast<kernel*>(self.context)->submit(self);
        };
        it.submit(*nops.back());
    }
    for (int i = 0; i < 10; ++i) it->wait(second);
    stop = true;
    CHECK(it->in_flight() == 2000);
    for (int i = 0; i < 10000 && it->in_flight() != 0; ++i) it->wait(second);
    CHECK(it->in_flight() == 0);
    for (auto& each : nops) CHECK(each->calls > 1);
}

TEST_CASE_TEMPLATE("flagged: from memory", K, EVERY_KERNEL) {
    rig<K> it;
    it->wait(0);
    CHECK_FALSE(it->flagged());
    asked nop;
    it.submit(nop);
    CHECK(it->flagged());
    it.result_of(nop);
    CHECK_FALSE(it->flagged());
    it->cancel(nop);
    CHECK_FALSE(it->flagged());
}

TEST_CASE_TEMPLATE("flagged: io_uring tells a busy loop, without a call, that something came", K,
                   EVERY_URING) {
    rig<K> it;
    two_ends pipe = make_pipe();
    char memory[16];
    asked read(opcode::read, pipe.in, memory, sizeof memory);
    it.submit(read);
    it.must_wait(read);
    CHECK_FALSE(it->blind());
    CHECK_FALSE(it->flagged());
    put(pipe.out, "abc");
    const int before = counts::io_uring_enter;
    const auto limit = clock::now() + 10s;
    while (!it->flagged() && clock::now() < limit) {
    }
    CHECK(it->flagged());
    CHECK(counts::io_uring_enter == before);
    it->wait(0);
    CHECK(read.result == 3);
}

TEST_CASE("flagged: epoll is blind") {
    rig<on_epoll> it;
    CHECK(it->blind());
}

TEST_CASE_TEMPLATE("wake: before the wait, several times, and not counted as a request", K,
                   EVERY_KERNEL) {
    rig<K> it;
    CHECK(it->in_flight() == 0);
    eventfd_write(it.wake, 1);
    CHECK(it->wait(-1));
    CHECK_FALSE(it->wait(0));
    eventfd_write(it.wake, 1);
    eventfd_write(it.wake, 1);
    CHECK(it->wait(-1));
    it->wait(0);  // the second one may have come after the first was taken
    CHECK_FALSE(it->wait(millisecond));
    CHECK(it->in_flight() == 0);

    // In a busy loop the next look notices it as well.
    asked nop;
    it.submit(nop);
    eventfd_write(it.wake, 1);
    bool woken = false;
    for (int i = 0; i < 10 && !woken; ++i) woken = it->wait(0);
    CHECK(woken);
    it.result_of(nop);
}

TEST_CASE_TEMPLATE("wake: from another thread, out of an endless wait", K, EVERY_KERNEL) {
    rig<K> it;
    for (const std::int64_t timeout :
         {std::int64_t{-1}, std::numeric_limits<std::int64_t>::max()}) {
        std::atomic<bool> about_to = false;
        const int wake = it.wake;
        std::thread other([&] {
            std::this_thread::sleep_for(30ms);
            about_to = true;
            eventfd_write(wake, 1);
        });
        int waits = 1;
        while (!it->wait(timeout) && waits < few) ++waits;
        CHECK(about_to);     // not before, and
        CHECK(waits < few);  // the longest timeout does not overflow into none
        other.join();
    }
}

TEST_CASE_TEMPLATE("wake: ten thousand times, none lost", K, EVERY_KERNEL) {
    rig<K> it;
    constexpr int rounds = 10000;
    std::atomic<int> sent = 0;
    std::atomic<int> seen = 0;
    const int wake = it.wake;
    std::thread other([&] {
        for (int i = 1; i <= rounds; ++i) {
            sent = i;
            eventfd_write(wake, 1);
            while (i % 4 == 0 && seen < i) std::this_thread::yield();
        }
    });
    const auto limit = clock::now() + 30s;
    while (seen < rounds && clock::now() < limit)
        if (it->wait(10 * second)) seen = sent.load();
    CHECK(seen == rounds);
    seen = rounds;
    other.join();
}

volatile sig_atomic_t alarms = 0;

// SIGALRM, once or every so often, while this lives.
class alarm_clock {
public:
    explicit alarm_clock(int flags, suseconds_t first_us, suseconds_t then_us = 0) {
        alarms = 0;
        struct sigaction action{};
        action.sa_handler = [](int) {
            alarms = alarms + 1;
        };
        action.sa_flags = flags;
        sigaction(SIGALRM, &action, &before_);
        itimerval setting{};
        setting.it_value.tv_usec = first_us;
        setting.it_interval.tv_usec = then_us;
        setitimer(ITIMER_REAL, &setting, nullptr);
    }
    ~alarm_clock() {
        const itimerval none{};
        setitimer(ITIMER_REAL, &none, nullptr);
        sigaction(SIGALRM, &before_, nullptr);
    }
    alarm_clock(const alarm_clock&) = delete;
    alarm_clock& operator=(const alarm_clock&) = delete;

private:
    struct sigaction before_{};
};

TEST_CASE_TEMPLATE("signals: one ends the wait early", K, EVERY_KERNEL) {
    rig<K> it;
    for (const int flags : {0, SA_RESTART}) {
        const alarm_clock alarm(flags, 20'000);
        const auto began = clock::now();
        for (int waits = 0; alarms == 0 && waits < few; ++waits) CHECK_FALSE(it->wait(60 * second));
        CHECK(alarms == 1);
        CHECK(clock::now() - began < 30s);
    }
}

TEST_CASE_TEMPLATE("signals: a storm of them loses nothing", K, EVERY_KERNEL) {
    rig<K> it;
    const alarm_clock alarm(0, 1000, 1000);
    two_ends pipe = make_pipe();
    char text[] = "x";
    char memory[1];
    const auto limit = clock::now() + 30s;
    int rounds = 0;
    for (; alarms < 50 && clock::now() < limit; ++rounds) {
        asked read(opcode::read, pipe.in, memory, 1);
        asked write(opcode::write, pipe.out, text, 1);
        it.submit(read);
        it.submit(write);
        REQUIRE(it.result_of(write) == 1);
        REQUIRE(it.result_of(read) == 1);
    }
    CHECK(alarms >= 50);
    CHECK(rounds > 0);
    CHECK(it->in_flight() == 0);
}

}  // namespace kernel_tests
