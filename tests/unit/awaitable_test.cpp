// awaitable.hpp and loop/operation.hpp: what may stand behind co_await, and
// awaitables of one's own.

#include "support.hpp"

#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

using namespace std::chrono_literals;

namespace {

// Ready at once, with a value; counts what is called, in which order.
class ready_made final : public coro::awaiter {
public:
    ready_made(unit::trail& trail, int value) noexcept : trail_(&trail), value_(value) {}
    bool await_ready() {
        (*trail_)("ready");
        return true;
    }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise>) {
        (*trail_)("suspend");
    }
    int& await_resume() {
        (*trail_)("resume");
        return value_;
    }

private:
    unit::trail* trail_;
    int value_;
};

// Decides in await_suspend that it need not wait.
class changes_its_mind final : public coro::awaiter {
public:
    changes_its_mind() noexcept {}
    bool await_ready() const noexcept { return false; }
    template <class Promise>
    bool await_suspend(std::coroutine_handle<Promise>) const noexcept {
        return false;
    }
    int await_resume() const noexcept { return 4; }
};

class refuses final : public coro::awaiter {
public:
    refuses() noexcept {}
    bool await_ready() const noexcept { return false; }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise>) const {
        throw std::runtime_error("refused");
    }
    void await_resume() const noexcept {}
};

// Not an awaiter itself, but gives one.
struct deadline {
    std::chrono::milliseconds left;
    auto operator co_await() const { return coro::sleep(left); }
};

// A stream of numbers: one awaiter, awaited again and again.
class numbers {
public:
    numbers() noexcept {}
    coro::task<int> next() {
        co_await coro::yield();
        co_return ++last_;
    }
    auto operator co_await() { return next().operator co_await(); }

private:
    int last_ = 0;
};

}  // namespace

TEST_CASE("awaitable: ready, suspend and resume are called in their order, on the object itself") {
    unit::trail trail;
    auto body = [&]() -> coro::task<> {
        ready_made made(trail, 5);
        int& value = co_await made;
        CHECK(value == 5);
        value = 6;
        const int& again = co_await made;
        CHECK(again == 6);
        const int third = co_await ready_made(trail, 7);
        CHECK(third == 7);
    };
    unit::run(body());
    CHECK(trail.text() == "ready resume ready resume ready resume");
}

TEST_CASE("awaitable: await_suspend may decide not to wait, or throw") {
    auto body = [&]() -> coro::task<> {
        const int four = co_await changes_its_mind();
        CHECK(four == 4);
        std::string said;
        try {
            co_await refuses();
        } catch (const std::runtime_error& error) {
            said = error.what();
        }
        CHECK(said == "refused");
        co_await coro::yield();
    };
    unit::run(body());
}

TEST_CASE("awaitable: a class may have an operator co_await") {
    auto body = [&]() -> coro::task<> {
        co_await deadline{20ms};
        CHECK(unit::seconds_since_start() == 0.02);
        const deadline later{30ms};
        co_await later;
        CHECK(unit::seconds_since_start() == 0.05);
        numbers stream;
        int sum = 0;
        for (int i = 0; i != 100; ++i) {
            const int next = co_await stream;
            sum += next;
        }
        CHECK(sum == 5050);
    };
    unit::run(body());
}

TEST_CASE("operation: one of your own can be waited for, ended and cancelled") {
    unit::trail trail;
    auto waits = [&](unit::gate& gate) -> coro::task<> {
        try {
            co_await gate;
            trail("open");
        } catch (const coro::cancelled&) {
            trail("cancelled");
            throw;
        }
    };
    auto body = [&]() -> coro::task<> {
        unit::gate first;
        const auto one = coro::create_task(waits(first));
        co_await coro::sleep(1s);
        CHECK(one.waits_for() == "gate");
        first.open();
        CHECK(one.status() == coro::task_status::ready);
        co_await one;

        unit::gate second;
        const auto two = coro::create_task(waits(second));
        co_await coro::sleep(1s);
        two.cancel();
        second.open();  // too late: the first call has won
        co_await coro::sleep(1s);
        CHECK(two.cancelled());

        unit::gate third;
        const auto three = coro::create_task(waits(third));
        co_await coro::sleep(1s);
        third.open();
        three.cancel();  // too late: the operation has completed
        co_await three;

        unit::gate fourth;
        fourth.open();
        co_await waits(fourth);
    };
    unit::run(body());
    CHECK(trail.text() == "open cancelled open open");
}

TEST_CASE("operation: a request that is pending is delivered where it begins to wait") {
    auto waits = [](unit::gate& gate) -> coro::task<> {
        coro::current_task().cancel();
        co_await gate;
    };
    auto body = [&]() -> coro::task<> {
        unit::gate gate;
        const auto task = coro::create_task(waits(gate));
        co_await coro::sleep(1s);
        CHECK(task.cancelled());
        CHECK_FALSE(gate.pending());
    };
    unit::run(body());
}

TEST_CASE("awaitable: the library's awaiters are neither copied nor moved") {
    static_assert(!std::is_copy_constructible_v<coro::sleep_awaiter>);
    static_assert(!std::is_move_constructible_v<coro::sleep_awaiter>);
    static_assert(!std::is_copy_constructible_v<coro::yield_awaiter>);
    static_assert(!std::is_move_constructible_v<coro::yield_awaiter>);
    static_assert(!std::is_copy_constructible_v<coro::task_awaiter<int>>);
    static_assert(!std::is_move_constructible_v<coro::task_awaiter<int>>);
    static_assert(!std::is_move_constructible_v<coro::handle_awaiter<int, false>>);
    static_assert(!std::is_move_constructible_v<coro::handle_awaiter<int, true>>);
    static_assert(!std::is_aggregate_v<coro::sleep_awaiter>);
    static_assert(!std::is_aggregate_v<coro::yield_awaiter>);
    static_assert(!std::is_aggregate_v<coro::task_awaiter<int>>);
    static_assert(!std::is_aggregate_v<coro::handle_awaiter<int, false>>);
    static_assert(!std::is_aggregate_v<coro::run_options>);
    using gathered = decltype(coro::gather(std::declval<coro::task<int>>()));
    static_assert(!std::is_convertible_v<gathered, gathered>);
    static_assert(!std::is_aggregate_v<gathered>);
    static_assert(!std::is_aggregate_v<coro::wait_info>);
    static_assert(!std::is_aggregate_v<coro::loop_event>);
    CHECK(true);
}
