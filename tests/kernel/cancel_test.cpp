// A cancel is a request for an early end; the end itself still comes once, by
// wait(), and until then the memory is the kernel's.

#include "tests/kernel/rig.hpp"

#include <poll.h>
#include <vector>

namespace kernel_tests {

TEST_CASE_TEMPLATE("cancel: each thing that can wait", K, EVERY_KERNEL) {
    rig<K> it;
    const int before = open_descriptors();
    {
        two_ends pipe = make_pipe();
        two_ends full_pipe = make_pipe();
        two_ends pair = make_socketpair();
        listener server;
        char memory[16] = {};

        const full_listener busy;
        const descriptor client = make_tcp_socket();

        asked read(opcode::read, pipe.in, memory, sizeof memory);
        asked write(opcode::write, full_pipe.out, memory, sizeof memory);
        asked recv(opcode::recv, pair.in, memory, sizeof memory);
        asked send(opcode::send, pair.out, memory, sizeof memory);
        asked accept(opcode::accept, server.fd);
        asked connect(opcode::connect, client, busy.address(), sizeof(sockaddr_in));
        asked poll(opcode::poll, pair.in, POLLPRI);
        fill_up(full_pipe.out);
        fill_up(pair.out);
        while (::recv(pair.in, memory, sizeof memory, MSG_DONTWAIT) > 0) {
        }
        fill_up(pair.out);
        asked* all[] = {&read, &write, &accept, &connect, &poll};
        for (asked* each : all) it.submit(*each);
        it.must_wait(read, write, accept, connect, poll);

        for (asked* each : all) it->cancel(*each);
        for (asked* each : all) CHECK_FALSE(each->done());  // never inside cancel()
        for (asked* each : all) {
            CAPTURE(static_cast<int>(each->code));
            CHECK(it.result_of(*each) == -ECANCELED);
        }
        CHECK(it->in_flight() == 0);
        it->wait(millisecond);
        for (asked* each : all) CHECK(each->calls == 1);

        // recv and send, on a socket without bytes and without room.
        two_ends empty = make_socketpair();
        two_ends full = make_socketpair();
        fill_up(full.out);
        recv.fd = empty.in;
        send.fd = full.out;
        it.submit(recv);
        it.submit(send);
        it.must_wait(recv, send);
        it->cancel(send);
        it->cancel(recv);
        CHECK(it.result_of(recv) == -ECANCELED);
        CHECK(it.result_of(send) == -ECANCELED);
    }
    CHECK(open_descriptors() == before);
}

TEST_CASE_TEMPLATE("cancel: what was only prepared is never begun", K, EVERY_KERNEL) {
    rig<K> it;
    two_ends pipe = make_pipe(O_NONBLOCK);
    char text[] = "hello";
    char memory[16];
    asked write(opcode::write, pipe.out, text, 5);
    asked nop;
    it.submit(write);
    it.submit(nop);
    it->cancel(write);
    CHECK_FALSE(write.done());
    CHECK(it->flagged());
    CHECK(it->in_flight() == 2);
    it->wait(-1);  // there is something to tell: it does not wait
    CHECK(write.calls == 1);
    CHECK(write.result == -ECANCELED);
    CHECK(it.result_of(nop) == 0);
    CHECK(it->in_flight() == 0);
    CHECK_FALSE(it->flagged());
    CHECK(::read(pipe.in, memory, sizeof memory) == -1);
    CHECK(errno == EAGAIN);
}

TEST_CASE_TEMPLATE("cancel: only a cancelled request was prepared: wait does not sleep", K,
                   EVERY_KERNEL) {
    rig<K> it;
    asked nop;
    it.submit(nop);
    it->cancel(nop);
    it->wait(-1);
    CHECK(nop.calls == 1);
    CHECK(nop.result == -ECANCELED);
}

TEST_CASE_TEMPLATE("cancel: twice, of the idle, of the completed: nothing", K, EVERY_KERNEL) {
    rig<K> it;
    two_ends pipe = make_pipe();
    char memory[16];
    asked idle;
    it->cancel(idle);
    CHECK_FALSE(it->flagged());

    asked read(opcode::read, pipe.in, memory, sizeof memory);
    it.submit(read);
    it.must_wait(read);
    it->cancel(read);
    it->cancel(read);
    CHECK(it.result_of(read) == -ECANCELED);
    it->cancel(read);
    CHECK_FALSE(idle.done());

    asked prepared;
    it.submit(prepared);
    it->cancel(prepared);
    it->cancel(prepared);
    CHECK(it.result_of(prepared) == -ECANCELED);
    it->wait(millisecond);
    CHECK(read.calls == 1);
    CHECK(prepared.calls == 1);
}

TEST_CASE_TEMPLATE("cancel: one that loses: the result is kept", K, EVERY_KERNEL) {
    // Two requests complete in one wait, and the first one's completion
    // cancels the second: too late.
    rig<K> it;
    two_ends pipes[2] = {make_pipe(), make_pipe()};
    char memory[2][16];
    asked one(opcode::read, pipes[0].in, memory[0], 16);
    asked other(opcode::read, pipes[1].in, memory[1], 16);
    struct both {
        asked *one, *other;
        kernel* in;
    } those{&one, &other, it.operator->()};
    one.context = other.context = &those;
    one.then = other.then = [](asked& self) noexcept {
        const both& all = *static_cast<both*>(self.context);
        all.in->cancel(&self == all.one ? *all.other : *all.one);
    };
    it.submit(one);
    it.submit(other);
    it.must_wait(one, other);
    put(pipes[0].out, "abc");
    put(pipes[1].out, "abc");
    CHECK(it.result_of(one) == 3);
    CHECK(it.result_of(other) == 3);
    CHECK(it->in_flight() == 0);
}

TEST_CASE_TEMPLATE("cancel: a race with the bytes: either they are read, or they stay", K,
                   EVERY_KERNEL) {
    rig<K> it;
    two_ends pipe = make_pipe(O_NONBLOCK);
    for (int i = 0; i < 100; ++i) {
        char memory[16];
        asked read(opcode::read, pipe.in, memory, sizeof memory);
        it.submit(read);
        it->wait(0);
        put(pipe.out, "abc");
        it->cancel(read);
        const int result = it.result_of(read);
        const auto left = ::read(pipe.in, memory, sizeof memory);
        if (result == -ECANCELED)
            CHECK(left == 3);
        else
            CHECK((result == 3 && left == -1));
    }
}

TEST_CASE_TEMPLATE("cancel: after it has completed, the memory is the caller's again", K,
                   EVERY_KERNEL) {
    rig<K> it;
    two_ends pair = make_socketpair();
    char memory[16] = "untouched";
    asked recv(opcode::recv, pair.in, memory, sizeof memory);
    it.submit(recv);
    it.must_wait(recv);
    it->cancel(recv);
    CHECK(it.result_of(recv) == -ECANCELED);
    put(pair.out, "abc");
    it->wait(millisecond);
    CHECK(std::string_view(memory) == "untouched");
    CHECK(::recv(pair.in, memory, sizeof memory, MSG_DONTWAIT) == 3);
}

TEST_CASE_TEMPLATE("cancel: an old one never hits a new request at the same place", K,
                   EVERY_KERNEL) {
    // The read completes, with bytes, in the very wait in which it is
    // cancelled, and is submitted again from its completion.
    rig<K> it;
    two_ends pipe = make_pipe();
    char memory[16];
    asked nop;
    asked read(opcode::read, pipe.in, memory, sizeof memory);
    struct both {
        asked* read;
        kernel* in;
    } those{&read, it.operator->()};
    nop.context = read.context = &those;
    nop.then = [](asked& self) noexcept {
        const both& all = *static_cast<both*>(self.context);
        if (all.read->calls == 0) all.in->cancel(*all.read);
    };
    read.then = [](asked& self) noexcept {
        if (self.calls < 2) static_cast<both*>(self.context)->in->submit(self);
    };
    it.submit(read);
    it.must_wait(read);
    it.submit(nop);
    put(pipe.out, "abc");
    for (int i = 0; i < 10 && read.calls == 0; ++i) it->wait(10 * millisecond);
    REQUIRE(read.calls == 1);
    const bool was_cancelled = read.result == -ECANCELED;
    CHECK((was_cancelled || read.result == 3));
    for (int i = 0; i < 3; ++i) it->wait(millisecond);
    if (!was_cancelled) {
        CHECK(read.calls == 1);  // the second one waits, uncancelled
        put(pipe.out, "abc");
    }
    for (int i = 0; i < 10 && read.calls == 1; ++i) it->wait(10 * millisecond);
    CHECK(read.calls == 2);
    CHECK(read.result == 3);
}

TEST_CASE_TEMPLATE("cancel: a call that it interrupts in a thread of the kernel", K, EVERY_URING) {
    rig<K> it;
    two_ends pipe = make_pipe();
    char memory[16];
    const fault answer(faults::read_error, EINTR);
    const fault interrupted(faults::read_errors_left, 2);
    asked read(opcode::read, pipe.in, memory, sizeof memory);
    CHECK(it.perform(read) == -EINTR);  // nobody cancelled it

    asked nop;
    asked cancelled(opcode::read, pipe.in, memory, sizeof memory);
    nop.context = &cancelled;
    nop.then = [](asked& self) noexcept {
        asked& other = *static_cast<asked*>(self.context);
        other.owner->cancel(other);
    };
    it.submit(nop);
    it.submit(cancelled);
    CHECK(it.result_of(cancelled) == -ECANCELED);
}

TEST_CASE_TEMPLATE("cancel: a thousand at once", K, EVERY_KERNEL) {
    rig<K> it;
    two_ends pipe = make_pipe();
    char memory[16];
    std::vector<std::unique_ptr<asked>> reads;
    for (int i = 0; i < 1000; ++i) {
        reads.push_back(std::make_unique<asked>(opcode::read, pipe.in, memory, sizeof memory));
        it.submit(*reads.back());
    }
    it->wait(0);
    CHECK(it->in_flight() == 1000);
    for (auto& each : reads) it->cancel(*each);
    for (auto& each : reads) CHECK(it.result_of(*each) == -ECANCELED);
    CHECK(it->in_flight() == 0);
}

TEST_CASE_TEMPLATE("cancel: in the middle of a line: the others are still served", K,
                   EVERY_KERNEL) {
    rig<K> it;
    two_ends pipe = make_pipe();
    char memory[3] = {};
    asked first(opcode::read, pipe.in, &memory[0], 1);
    asked middle(opcode::read, pipe.in, &memory[1], 1);
    asked last(opcode::read, pipe.in, &memory[2], 1);
    it.submit(first);
    it.submit(middle);
    it.submit(last);
    it.must_wait(first, middle, last);
    it->cancel(middle);
    put(pipe.out, "abc");
    CHECK(it.result_of(first) == 1);
    CHECK(it.result_of(last) == 1);
    const int result = it.result_of(middle);
    CHECK((result == -ECANCELED || result == 1));
}

TEST_CASE_TEMPLATE("cancel: a close ends what still waits on its descriptor", K, on_epoll,
                   on_old_epoll) {
    // A mistake of the caller's. io_uring keeps the file open for those who
    // wait; epoll forgets it, so nobody could ever wake them.
    rig<K> it;
    two_ends pipe = make_pipe();
    char memory[16];
    asked read(opcode::read, pipe.in, memory, sizeof memory);
    it.submit(read);
    it.must_wait(read);
    asked close(opcode::close, pipe.in.release());
    CHECK(it.perform(close) == 0);
    CHECK(it.result_of(read) == -ECANCELED);
}

}  // namespace kernel_tests
