// loop/kernel_operation.hpp: a request to the kernel as something to wait for.

#include "support.hpp"

#include "coro/loop/kernel_operation.hpp"

#include <cerrno>
#include <string>
#include <thread>
#include <unistd.h>

using namespace std::chrono_literals;

namespace {

class pipe_ends {
public:
    pipe_ends() {
        if (::pipe(ends_) != 0) throw std::runtime_error("no pipe");
    }
    ~pipe_ends() {
        ::close(ends_[0]);
        ::close(ends_[1]);
    }
    pipe_ends(const pipe_ends&) = delete;
    pipe_ends& operator=(const pipe_ends&) = delete;
    [[nodiscard]] int reading() const noexcept { return ends_[0]; }
    [[nodiscard]] int writing() const noexcept { return ends_[1]; }

private:
    int ends_[2];
};

coro::task<std::string> read_some(int descriptor) {
    char buffer[16];
    coro::kernel_operation read(coro::opcode::read, descriptor, buffer, sizeof buffer);
    const int count = co_await read;
    co_return std::string(buffer, static_cast<std::size_t>(count));
}

coro::task<int> write_all(int descriptor, std::string text) {
    coro::kernel_operation write(coro::opcode::write, descriptor, text.data(),
                                 static_cast<std::uint32_t>(text.size()));
    const int count = co_await write;
    co_return count;
}

}  // namespace

TEST_CASE("kernel_operation: a read waits for what is written later, on both clocks") {
    const pipe_ends pipe;
    unit::trail trail;
    auto reads = [&]() -> coro::task<> {
        const std::string text = co_await read_some(pipe.reading());
        trail(text);
    };
    auto body = [&]() -> coro::task<> {
        const auto reader = coro::create_task(reads());
        co_await coro::sleep(5ms);
        CHECK(reader.waits_for() == "read");
        trail("writes");
        const int count = co_await write_all(pipe.writing(), "hello");
        CHECK(count == 5);
        co_await reader;
    };
    SUBCASE("virtual clock") {
        unit::run(body());
    }
    SUBCASE("real clock") {
        coro::run(body(), unit::real_clock());
    }
    CHECK(trail.text() == "writes hello");
}

TEST_CASE("kernel_operation: what the other end does in another thread ends the wait") {
    const pipe_ends pipe;
    auto body = [&]() -> coro::task<> {
        std::thread other([&] {
            std::this_thread::sleep_for(20ms);
            CHECK(::write(pipe.writing(), "late", 4) == 4);
        });
        const std::string text = co_await read_some(pipe.reading());
        other.join();
        CHECK(text == "late");
    };
    // No timer is set and nothing is ready, yet this is no deadlock.
    SUBCASE("virtual clock") {
        unit::run(body());
    }
    SUBCASE("real clock") {
        coro::run(body(), unit::real_clock());
    }
}

TEST_CASE("kernel_operation: an error is a result, not an exception") {
    auto body = [&]() -> coro::task<> {
        char buffer[4];
        coro::kernel_operation read(coro::opcode::read, -1, buffer, sizeof buffer);
        const int result = co_await read;
        CHECK(result == -EBADF);
    };
    unit::run(body());
}

TEST_CASE("kernel_operation: a cancel ends it when the kernel has given the buffer back") {
    const pipe_ends pipe;
    auto body = [&]() -> coro::task<> {
        for (int i = 0; i != 100; ++i) {
            const auto reader = coro::create_task(read_some(pipe.reading()));
            for (int steps = i % 3; steps != 0; --steps) co_await coro::yield();
            if (i % 5 == 0) co_await coro::sleep(1ms);
            reader.cancel();
            bool was_cancelled = false;
            try {
                co_await reader;
            } catch (const coro::cancelled&) {
                was_cancelled = true;
            }
            CHECK(was_cancelled);
        }
        const int count = co_await write_all(pipe.writing(), "still there");
        CHECK(count == 11);
        const std::string text = co_await read_some(pipe.reading());
        CHECK(text == "still there");
    };
    SUBCASE("virtual clock") {
        unit::run(body());
    }
    SUBCASE("real clock") {
        coro::run(body(), unit::real_clock());
    }
}

TEST_CASE("kernel_operation: one that was faster than its cancel keeps its result") {
    const pipe_ends pipe;
    auto child = [&]() -> coro::task<std::string> {
        const std::string text = co_await read_some(pipe.reading());
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
        }
        co_return text;
    };
    auto body = [&]() -> coro::task<> {
        const auto reader = coro::create_task(child());
        co_await coro::sleep(1ms);
        CHECK(::write(pipe.writing(), "fast", 4) == 4);
        // The kernel may have carried it out already; either way nothing is lost.
        reader.cancel();
        std::string text;
        try {
            const std::string& got = co_await reader;
            text = got;
        } catch (const coro::cancelled&) {
        }
        if (text.empty()) {
            const std::string left = co_await read_some(pipe.reading());
            text = left;
        }
        CHECK(unit::contains(text, "fast"));
    };
    unit::run(body());
}

TEST_CASE("kernel_operation: the observer is told what is submitted and what comes of it") {
    const pipe_ends pipe;
    unit::history history;
    auto body = [&]() -> coro::task<> {
        const int count = co_await write_all(pipe.writing(), "abc");
        CHECK(count == 3);
        const std::string text = co_await read_some(pipe.reading());
        CHECK(text == "abc");
    };
    unit::run(body(), &history);
    CHECK(history.count(coro::event_kind::operation_submitted, 1) == 2);
    CHECK(history.count(coro::event_kind::operation_completed, 1) == 2);
    const auto* submitted = history.find(coro::event_kind::operation_submitted);
    REQUIRE(submitted != nullptr);
    CHECK(submitted->what == "write");
    CHECK(submitted->number == pipe.writing());
    const auto* completed = history.find(coro::event_kind::operation_completed);
    REQUIRE(completed != nullptr);
    CHECK(completed->what == "write");
    CHECK(completed->number == 3);
    const auto* suspended = history.find(coro::event_kind::task_suspended);
    REQUIRE(suspended != nullptr);
    CHECK(suspended->what == "write");
}

TEST_CASE("kernel_operation: what is under way when main ends is cancelled and waited for") {
    const pipe_ends pipe;
    auto body = [&]() -> coro::task<> {
        for (int i = 0; i != 10; ++i) coro::create_task(read_some(pipe.reading()));
        co_await coro::sleep(1ms);
    };
    unit::run(body());
    unit::run(body());
}
