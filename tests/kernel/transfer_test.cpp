// Every request does what the system call of its name does, on every kernel.

#include "tests/kernel/rig.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <poll.h>
#include <pty.h>
#include <termios.h>

namespace kernel_tests {

TEST_CASE_TEMPLATE("kernel: a nop completes in wait, not in submit", K, EVERY_KERNEL) {
    rig<K> it;
    asked nop;
    it.submit(nop);
    CHECK(it->in_flight() == 1);
    CHECK_FALSE(nop.done());
    it->wait(-1);
    CHECK(nop.calls == 1);
    CHECK(nop.result == 0);
    CHECK(it->in_flight() == 0);
}

TEST_CASE_TEMPLATE("kernel: a pipe: read what was written, then its end", K, EVERY_KERNEL) {
    rig<K> it;
    two_ends pipe = make_pipe();
    char text[] = "hello";
    char memory[16] = {};

    asked write(opcode::write, pipe.out, text, 5);
    CHECK(it.perform(write) == 5);
    asked read(opcode::read, pipe.in, memory, sizeof memory);
    CHECK(it.perform(read) == 5);
    CHECK(std::string_view(memory) == "hello");

    pipe.out.close();
    asked end(opcode::read, pipe.in, memory, sizeof memory);
    CHECK(it.perform(end) == 0);
}

TEST_CASE_TEMPLATE("kernel: a read waits for bytes", K, EVERY_KERNEL) {
    rig<K> it;
    two_ends pipe = make_pipe();
    char memory[16];
    asked read(opcode::read, pipe.in, memory, sizeof memory);
    it.submit(read);
    it.must_wait(read);
    put(pipe.out, "abc");
    CHECK(it.result_of(read) == 3);
}

TEST_CASE_TEMPLATE("kernel: a read hears that the writer has gone", K, EVERY_KERNEL) {
    rig<K> it;
    two_ends pipe = make_pipe();
    char memory[16];
    asked read(opcode::read, pipe.in, memory, sizeof memory);
    it.submit(read);
    it.must_wait(read);
    pipe.out.close();
    CHECK(it.result_of(read) == 0);
}

TEST_CASE_TEMPLATE("kernel: a write waits for room", K, EVERY_KERNEL) {
    rig<K> it;
    two_ends pipe = make_pipe();
    std::string drain(fill_up(pipe.out), '\0');
    char text[] = "hello";
    asked write(opcode::write, pipe.out, text, 5);
    it.submit(write);
    it.must_wait(write);
    REQUIRE(::read(pipe.in, drain.data(), drain.size()) > 0);
    CHECK(it.result_of(write) == 5);
}

TEST_CASE_TEMPLATE("kernel: a write larger than the pipe does not hold the loop", K, EVERY_KERNEL) {
    rig<K> it;
    std::string megabyte(1 << 20, 'x');
    for (int i = 0; i < 3; ++i) {
        two_ends pipe = make_pipe();
        asked write(opcode::write, pipe.out, megabyte.data(), megabyte.size());
        asked nop;
        it.submit(write);
        it.submit(nop);
        CHECK(it.result_of(nop) == 0);  // nobody reads: a blocking write() would hang here
        CHECK((!write.done() || write.result > 0));
        pipe.in.close();
        it.result_of(write);  // short, or broken: but it ends
    }
}

TEST_CASE_TEMPLATE("kernel: sockets: send, recv, shutdown", K, EVERY_KERNEL) {
    rig<K> it;
    two_ends pair = make_socketpair();
    char text[] = "hello";
    char memory[16] = {};

    asked recv(opcode::recv, pair.in, memory, sizeof memory);
    it.submit(recv);
    it.must_wait(recv);
    asked send(opcode::send, pair.out, text, 5);
    CHECK(it.perform(send) == 5);
    CHECK(it.result_of(recv) == 5);
    CHECK(std::string_view(memory) == "hello");

    asked end(opcode::recv, pair.in, memory, sizeof memory);
    it.submit(end);
    it.must_wait(end);
    asked shutdown(opcode::shutdown, pair.out, SHUT_WR);
    CHECK(it.perform(shutdown) == 0);
    CHECK(it.result_of(end) == 0);
}

TEST_CASE_TEMPLATE("kernel: a send waits for room", K, EVERY_KERNEL) {
    rig<K> it;
    two_ends pair = make_socketpair();
    std::string drain(fill_up(pair.out), '\0');
    char text[] = "hello";
    asked send(opcode::send, pair.out, text, 5);
    it.submit(send);
    it.must_wait(send);
    while (::recv(pair.in, drain.data(), drain.size(), MSG_DONTWAIT) > 0) {
    }
    CHECK(it.result_of(send) == 5);
}

TEST_CASE_TEMPLATE("kernel: read and write work on sockets too", K, EVERY_KERNEL) {
    rig<K> it;
    two_ends pair = make_socketpair();
    char text[] = "hello";
    char memory[16];
    asked read(opcode::read, pair.in, memory, sizeof memory);
    it.submit(read);
    it.must_wait(read);
    asked write(opcode::write, pair.out, text, 5);
    CHECK(it.perform(write) == 5);
    CHECK(it.result_of(read) == 5);
}

TEST_CASE_TEMPLATE("kernel: a reader and a writer wait on one socket side by side", K,
                   EVERY_KERNEL) {
    rig<K> it;
    two_ends pair = make_socketpair();
    std::string drain(fill_up(pair.out), '\0');
    char text[] = "hello";
    char memory[16];
    asked recv(opcode::recv, pair.out, memory, sizeof memory);
    asked send(opcode::send, pair.out, text, 5);
    it.submit(recv);
    it.submit(send);
    it.must_wait(recv, send);
    put(pair.in, "abc");
    CHECK(it.result_of(recv) == 3);
    CHECK_FALSE(send.done());
    while (::recv(pair.in, drain.data(), drain.size(), MSG_DONTWAIT) > 0) {
    }
    CHECK(it.result_of(send) == 5);
}

TEST_CASE_TEMPLATE("kernel: many readers of one pipe: each byte goes to one of them", K,
                   EVERY_KERNEL) {
    rig<K> it;
    two_ends pipe = make_pipe();
    char memory[20] = {};
    asked reads[20];
    for (int i = 0; i < 20; ++i) {
        reads[i].code = opcode::read;
        reads[i].fd = pipe.in;
        reads[i].buffer = &memory[i];
        reads[i].length = 1;
        it.submit(reads[i]);
    }
    it.must_wait(reads[0], reads[19]);
    put(pipe.out, "abcdefghijklmnopqrst");
    for (asked& each : reads) CHECK(it.result_of(each) == 1);
    std::string got(memory, 20);
    if (it->name() == std::string_view("epoll")) CHECK(got == "abcdefghijklmnopqrst");
    std::sort(got.begin(), got.end());
    CHECK(got == "abcdefghijklmnopqrst");
}

TEST_CASE_TEMPLATE("kernel: on epoll, a new reader does not overtake one that waits", K, on_epoll,
                   on_old_epoll) {
    rig<K> it;
    two_ends pipe = make_pipe();
    char memory[2] = {};
    asked early(opcode::read, pipe.in, &memory[0], 1);
    asked late(opcode::read, pipe.in, &memory[1], 1);
    it.submit(early);
    it.must_wait(early);
    put(pipe.out, "a");
    it.submit(late);
    CHECK(it.result_of(early) == 1);
    CHECK_FALSE(late.done());
    put(pipe.out, "b");
    CHECK(it.result_of(late) == 1);
}

TEST_CASE_TEMPLATE("kernel: connect and accept", K, EVERY_KERNEL) {
    rig<K> it;
    listener server;
    const descriptor client = make_tcp_socket();
    asked accept(opcode::accept, server.fd, SOCK_CLOEXEC);
    it.submit(accept);
    it.must_wait(accept);
    asked connect(opcode::connect, client, &server.address, sizeof server.address);
    CHECK(it.perform(connect) == 0);
    const descriptor peer(it.result_of(accept));
    CHECK((::fcntl(peer, F_GETFD) & FD_CLOEXEC) != 0);

    // Neither socket was left in another mode than it had.
    CHECK((::fcntl(client, F_GETFL) & O_NONBLOCK) == 0);
    CHECK((::fcntl(server.fd, F_GETFL) & O_NONBLOCK) == 0);

    char text[] = "hello";
    char memory[16];
    asked send(opcode::send, client, text, 5);
    asked recv(opcode::recv, peer, memory, sizeof memory);
    it.submit(recv);
    CHECK(it.perform(send) == 5);
    CHECK(it.result_of(recv) == 5);
}

TEST_CASE_TEMPLATE("kernel: a refused connection", K, EVERY_KERNEL) {
    rig<K> it;
    listener gone;
    gone.fd.close();
    const descriptor client = make_tcp_socket();
    asked connect(opcode::connect, client, &gone.address, sizeof gone.address);
    CHECK(it.perform(connect) == -ECONNREFUSED);
}

TEST_CASE_TEMPLATE("kernel: many accepts on one listener", K, EVERY_KERNEL) {
    rig<K> it;
    listener server;
    asked accepts[10];
    asked connects[10];
    descriptor clients[10];
    for (int i = 0; i < 10; ++i) {
        accepts[i].code = opcode::accept;
        accepts[i].fd = server.fd;
        it.submit(accepts[i]);
    }
    it.must_wait(accepts[0], accepts[9]);
    for (int i = 0; i < 10; ++i) {
        clients[i] = make_tcp_socket();
        connects[i].code = opcode::connect;
        connects[i].fd = clients[i];
        connects[i].buffer = &server.address;
        connects[i].length = sizeof server.address;
        it.submit(connects[i]);
    }
    for (asked& each : connects) CHECK(it.result_of(each) == 0);
    for (asked& each : accepts) CHECK(descriptor(it.result_of(each)) >= 0);
}

TEST_CASE_TEMPLATE("kernel: descriptors in non-blocking mode wait all the same", K, EVERY_KERNEL) {
    rig<K> it;
    char text[] = "hello";
    char memory[16];

    SUBCASE("pipe") {
        two_ends pipe = make_pipe(O_NONBLOCK);
        asked read(opcode::read, pipe.in, memory, sizeof memory);
        it.submit(read);
        it.must_wait(read);
        put(pipe.out, "abc");
        CHECK(it.result_of(read) == 3);

        std::string drain(fill_up(pipe.out), '\0');
        asked write(opcode::write, pipe.out, text, 5);
        it.submit(write);
        it.must_wait(write);
        REQUIRE(::read(pipe.in, drain.data(), drain.size()) > 0);
        CHECK(it.result_of(write) == 5);
    }
    SUBCASE("socket") {
        two_ends pair = make_socketpair(SOCK_NONBLOCK);
        asked recv(opcode::recv, pair.in, memory, sizeof memory);
        it.submit(recv);
        it.must_wait(recv);
        put(pair.out, "abc");
        CHECK(it.result_of(recv) == 3);
    }
    SUBCASE("listener and connecting socket") {
        listener server(SOCK_NONBLOCK);
        const descriptor client = make_tcp_socket(SOCK_NONBLOCK);
        asked accept(opcode::accept, server.fd);
        it.submit(accept);
        it.must_wait(accept);
        asked connect(opcode::connect, client, &server.address, sizeof server.address);
        CHECK(it.perform(connect) == 0);
        CHECK(descriptor(it.result_of(accept)) >= 0);
    }
    SUBCASE("terminal") {
        int ours = -1;
        int its = -1;
        REQUIRE(::openpty(&ours, &its, nullptr, nullptr, nullptr) == 0);
        const descriptor keyboard(ours);
        const descriptor terminal(its);
        REQUIRE(::fcntl(terminal, F_SETFL, O_RDWR | O_NONBLOCK) == 0);
        asked read(opcode::read, terminal, memory, sizeof memory);
        it.submit(read);
        it.must_wait(read);
        put(keyboard, "ls\n");
        CHECK(it.result_of(read) == 3);

        asked cancelled(opcode::read, terminal, memory, sizeof memory);
        it.submit(cancelled);
        it.must_wait(cancelled);
        it->cancel(cancelled);
        CHECK(it.result_of(cancelled) == -ECANCELED);
    }
}

TEST_CASE_TEMPLATE("kernel: io_uring says \"not now\" of a non-blocking descriptor", K,
                   EVERY_URING) {
    // As kernels before Linux 6.9 do for terminals. We wait all the same.
    rig<K> it;
    two_ends pipe = make_pipe();
    char memory[16];
    asked read(opcode::read, pipe.in, memory, sizeof memory);

    SUBCASE("then it is read as soon as there is something") {
        const fault busy(faults::read_errors_left, 1);
        it.submit(read);
        it.must_wait(read);
        CHECK(faults::read_errors_left == 0);
        put(pipe.out, "abc");
        CHECK(it.result_of(read) == 3);
    }
    SUBCASE("even if it says so again") {
        const fault busy(faults::read_errors_left, 2);
        put(pipe.out, "abc");
        CHECK(it.perform(read) == 3);
        CHECK(faults::read_errors_left == 0);
    }
    SUBCASE("cancelled while it waits") {
        const fault busy(faults::read_errors_left, 1);
        it.submit(read);
        it.must_wait(read);
        it->cancel(read);
        CHECK(it.result_of(read) == -ECANCELED);
    }
    SUBCASE("cancelled before it hears so") {
        const fault busy(faults::read_errors_left, 1);
        asked nop;
        nop.context = &read;
        nop.then = [](asked& self) noexcept {
            asked& other = *static_cast<asked*>(self.context);
            other.owner->cancel(other);
        };
        it.submit(nop);
        it.submit(read);
        CHECK(it.result_of(read) == -ECANCELED);
        put(pipe.out, "abc");
        asked next(opcode::read, pipe.in, memory, sizeof memory);
        CHECK(it.perform(next) == 3);
    }
}

TEST_CASE_TEMPLATE("kernel: MSG_DONTWAIT is obeyed", K, EVERY_KERNEL) {
    rig<K> it;
    two_ends pair = make_socketpair();
    char memory[16];
    asked recv(opcode::recv, pair.in, memory, sizeof memory, MSG_DONTWAIT);
    CHECK(it.perform(recv) == -EAGAIN);
    fill_up(pair.out);
    asked send(opcode::send, pair.out, memory, sizeof memory, MSG_DONTWAIT);
    CHECK(it.perform(send) == -EAGAIN);
}

TEST_CASE_TEMPLATE("kernel: poll", K, EVERY_KERNEL) {
    rig<K> it;
    two_ends pipe = make_pipe();

    asked room(opcode::poll, pipe.out, POLLOUT);
    CHECK(it.perform(room) == POLLOUT);

    asked bytes(opcode::poll, pipe.in, POLLIN);
    asked bytes_too(opcode::poll, pipe.in, POLLIN);
    it.submit(bytes);
    it.submit(bytes_too);
    it.must_wait(bytes, bytes_too);
    put(pipe.out, "x");
    CHECK(it.result_of(bytes) == POLLIN);
    CHECK(it.result_of(bytes_too) == POLLIN);  // polling takes nothing away

    asked reader_gone(opcode::poll, pipe.out, POLLERR);
    it.submit(reader_gone);
    it.must_wait(reader_gone);
    pipe.in.close();
    CHECK((it.result_of(reader_gone) & POLLERR) != 0);

    // A file is always ready to be read; for anything else it cannot be polled.
    const descriptor file(::open("/proc/self/exe", O_RDONLY | O_CLOEXEC));
    asked ready(opcode::poll, file, POLLIN);
    CHECK(it.perform(ready) == POLLIN);
    asked never(opcode::poll, file, POLLPRI);
    CHECK(it.perform(never) < 0);
}

TEST_CASE_TEMPLATE("kernel: files: open, write, read at an offset, fsync, close", K, EVERY_KERNEL) {
    rig<K> it;
    char folder[] = "/tmp/coro-kernel-XXXXXX";
    REQUIRE(::mkdtemp(folder) != nullptr);
    const descriptor directory(::open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    char name[] = "file";
    char text[] = "hello, world";
    char memory[16] = {};

    asked open(opcode::open, directory, name, 0640, O_RDWR | O_CREAT | O_CLOEXEC);
    const int file = it.perform(open);
    REQUIRE(file >= 0);
    asked hello(opcode::write, file, text, 5);
    CHECK(it.perform(hello) == 5);
    asked world(opcode::write, file, text + 5, 7);
    CHECK(it.perform(world) == 7);  // goes on where the first one stopped
    asked sync(opcode::fsync, file);
    CHECK(it.perform(sync) == 0);

    asked middle(opcode::read, file, memory, 5);
    middle.offset = 7;
    CHECK(it.perform(middle) == 5);
    CHECK(std::string_view(memory) == "world");
    asked end(opcode::read, file, memory, sizeof memory);
    CHECK(it.perform(end) == 0);
    asked change(opcode::write, file, memory, 1);
    change.offset = 0;
    CHECK(it.perform(change) == 1);

    asked large(opcode::write, file, nullptr, 0);
    std::string megabyte(1 << 20, 'x');
    large.buffer = megabyte.data();
    large.length = 1 << 20;
    CHECK(it.perform(large) == 1 << 20);  // a file takes it whole

    asked close(opcode::close, file);
    CHECK(it.perform(close) == 0);
    CHECK(::fcntl(file, F_GETFD) == -1);
    CHECK(::unlinkat(directory, name, 0) == 0);
    CHECK(::rmdir(folder) == 0);
}

TEST_CASE_TEMPLATE("kernel: mistakes are results, at once", K, EVERY_KERNEL) {
    rig<K> it;
    two_ends pipe = make_pipe();
    char name[] = "/nonexistent/file";
    char memory[16] = {};

    asked open(opcode::open, AT_FDCWD, name, 0, O_RDONLY);
    CHECK(it.perform(open) == -ENOENT);
    asked wrong_end(opcode::read, pipe.out, memory, sizeof memory);
    CHECK(it.perform(wrong_end) == -EBADF);
    asked other_wrong_end(opcode::write, pipe.in, memory, sizeof memory);
    CHECK(it.perform(other_wrong_end) == -EBADF);
    asked no_socket(opcode::recv, pipe.in, memory, sizeof memory);
    CHECK(it.perform(no_socket) == -ENOTSOCK);
    asked no_listener(opcode::accept, pipe.in);
    CHECK(it.perform(no_listener) == -ENOTSOCK);
    const descriptor alone = make_tcp_socket();
    asked unconnected(opcode::recv, alone, memory, sizeof memory);
    CHECK(it.perform(unconnected) == -ENOTCONN);
    for (const opcode each :
         {opcode::read, opcode::write, opcode::recv, opcode::send, opcode::accept, opcode::connect,
          opcode::poll, opcode::shutdown, opcode::close, opcode::fsync})
        for (const int fd : {-1, 1 << 20}) {
            CAPTURE(static_cast<int>(each));
            asked closed(each, fd, memory, sizeof memory);
            CHECK(it.perform(closed) == -EBADF);
        }
}

TEST_CASE_TEMPLATE("kernel: a number that was closed and used again is the new descriptor", K,
                   EVERY_KERNEL) {
    rig<K> it;
    char memory[16];
    int number = -1;
    for (int i = 0; i < 3; ++i) {
        two_ends pipe = make_pipe();
        if (number >= 0) CHECK(pipe.in == number);
        number = pipe.in;
        asked read(opcode::read, pipe.in, memory, sizeof memory);
        it.submit(read);
        it.must_wait(read);
        put(pipe.out, "abc");
        CHECK(it.result_of(read) == 3);
    }
}

TEST_CASE_TEMPLATE("kernel: what a number once was does not disturb what it is now", K,
                   EVERY_KERNEL) {
    // A pipe was polled under this number and lives on under another one, so
    // epoll may still report it under the old.
    rig<K> it;
    const full_listener busy;
    two_ends pipe = make_pipe();
    char memory[16];
    asked read(opcode::read, pipe.in, memory, sizeof memory);
    it.submit(read);
    it.must_wait(read);
    it->cancel(read);
    CHECK(it.result_of(read) == -ECANCELED);
    const int number = pipe.in;
    const descriptor elsewhere(::dup(pipe.in));
    pipe.in.close();

    // Now it is a connection that makes no progress.
    const descriptor client = make_tcp_socket();
    REQUIRE(client == number);
    asked connect(opcode::connect, client, busy.address(), sizeof(sockaddr_in));
    it.submit(connect);
    it.must_wait(connect);
    put(pipe.out, "abc");
    it.must_wait(connect);
}

volatile sig_atomic_t sigpipes = 0;

TEST_CASE_TEMPLATE("kernel: a broken pipe is a result, not a signal", K, EVERY_KERNEL) {
    rig<K> it;
    sigpipes = 0;
    const auto before = std::signal(SIGPIPE, [](int) { sigpipes = sigpipes + 1; });
    char text[] = "hello";

    SUBCASE("write to a pipe") {
        two_ends pipe = make_pipe();
        pipe.in.close();
        asked write(opcode::write, pipe.out, text, 5);
        CHECK(it.perform(write) == -EPIPE);
    }
    SUBCASE("write that was waiting for room") {
        two_ends pipe = make_pipe();
        fill_up(pipe.out);
        asked write(opcode::write, pipe.out, text, 5);
        it.submit(write);
        it.must_wait(write);
        pipe.in.close();
        CHECK(it.result_of(write) == -EPIPE);
    }
    SUBCASE("many writes at once") {
        two_ends pipe = make_pipe();
        pipe.in.close();
        asked writes[10];
        for (asked& each : writes) {
            each.code = opcode::write;
            each.fd = pipe.out;
            each.buffer = text;
            each.length = 5;
            it.submit(each);
        }
        for (asked& each : writes) CHECK(it.result_of(each) == -EPIPE);
    }
    SUBCASE("write to a socket") {
        two_ends pair = make_socketpair();
        pair.in.close();
        asked write(opcode::write, pair.out, text, 5);
        CHECK(it.perform(write) == -EPIPE);
    }
    SUBCASE("send") {
        two_ends pair = make_socketpair();
        pair.in.close();
        asked send(opcode::send, pair.out, text, 5);
        CHECK(it.perform(send) == -EPIPE);
    }

    // Nothing is left pending or blocked, and the program's own still work.
    it->wait(0);
    CHECK(sigpipes == 0);
    sigset_t set;
    sigpending(&set);
    CHECK(sigismember(&set, SIGPIPE) == 0);
    pthread_sigmask(SIG_SETMASK, nullptr, &set);
    CHECK(sigismember(&set, SIGPIPE) == 0);
    std::raise(SIGPIPE);
    CHECK(sigpipes == 1);
    std::signal(SIGPIPE, before);
}

TEST_CASE_TEMPLATE("kernel: who blocks SIGPIPE finds it pending, as after any write", K, on_uring,
                   on_epoll) {
    rig<K> it;
    sigset_t sigpipe, before;
    sigemptyset(&sigpipe);
    sigaddset(&sigpipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &sigpipe, &before);
    two_ends pipe = make_pipe();
    pipe.in.close();
    char text[] = "hello";
    asked write(opcode::write, pipe.out, text, 5);
    CHECK(it.perform(write) == -EPIPE);
    const timespec at_once{};
    CHECK(sigtimedwait(&sigpipe, nullptr, &at_once) == SIGPIPE);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace kernel_tests
