// The reports of debug mode, to the letter: coro/loop/step_watch.hpp and what
// coro/debug/reports.cpp makes of it. See also reports_test.cpp.

#include "support.hpp"

#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>

using namespace std::chrono_literals;

namespace {

/// What is reported while `body` runs in debug mode, on the virtual clock.
template <class Body>
std::string reported(Body& body) {
    coro::run_options options = unit::virtual_clock();
    options.debug = true;
    unit::captured errors(stderr);
    coro::run(body(), options);
    return errors.text();
}

/// The pattern with `{}` for the numbers of the lines.
template <class... Lines>
std::string with_lines(fmt::format_string<Lines...> pattern, Lines&&... lines) {
    return fmt::format(pattern, std::forward<Lines>(lines)...);
}

coro::task<int> fetches(int number) {
    co_await coro::sleep(1s);
    co_return number;
}

}  // namespace

TEST_CASE("never-awaited: the coroutine, and where its body is") {
    auto body = []() -> coro::task<> {
        {
            const coro::task<int> forgotten = fetches(1);
        }
        co_await coro::sleep(1s);
    };
    CHECK(unit::matches(reported(body),
                        "coro: a coroutine was called, but never awaited, so nothing of it has "
                        "run: [..]fetches(int)\n"
                        "    its body at  tests/unit/debug_reports_test.cpp:3[..]\n"
                        "[..]  To do: write co_await f(), or start it with coro::create_task(f()). "
                        "[never-awaited]\n"));
}

TEST_CASE("never-awaited: told of a task that is assigned over, too") {
    auto body = []() -> coro::task<> {
        coro::task<int> one = fetches(1);
        one = fetches(2);
        const int got = co_await one;
        CHECK(got == 2);
    };
    CHECK(unit::count_of(reported(body), "[never-awaited]") == 1);
}

TEST_CASE("never-awaited: not told of what a cancel or an exception drops") {
    const auto takes = [](coro::task<int> inner) -> coro::task<> {
        const int got = co_await inner;
        CHECK(got == 0);
    };
    auto body = [&]() -> coro::task<> {
        coro::create_task(takes(fetches(1))).cancel();
        coro::create_task(coro::wait_for(fetches(1), 1s)).cancel();
        co_await coro::sleep(1s);
        try {
            const coro::task<int> dropped = fetches(1);
            throw std::runtime_error("on the way");
        } catch (const std::runtime_error&) {
        }
    };
    CHECK(unit::count_of(reported(body), "[never-awaited]") == 0);
}

TEST_CASE("never-awaited: without debug mode nothing is told") {
    auto body = []() -> coro::task<> {
        const coro::task<int> forgotten = fetches(1);
        co_return;
    };
    const unit::environment quiet("CORO_DEBUG", nullptr);
    unit::captured errors(stderr);
    unit::run(body());
    CHECK(errors.text().empty());
}

TEST_CASE("slow-step: how long, and the two lines") {
    int from = 0;
    int to = 0;
    auto worker = [&]() -> coro::task<> {
        from = __LINE__ + 1;
        co_await coro::sleep(1s);
        unit::hold_thread(350ms);
        to = __LINE__ + 1;
        co_await coro::sleep(1s);
        unit::hold_thread(99ms);
    };
    auto body = [&]() -> coro::task<> { co_await coro::create_task(worker(), "worker"); };
    const std::string text = reported(body);
    CHECK(unit::matches(
        text, with_lines("coro: 'worker' (task 2) held the thread for 350 ms, until 1.350 s; "
                         "nothing else could run meanwhile\n"
                         "    from         tests/unit/debug_reports_test.cpp:{}\n"
                         "    to           tests/unit/debug_reports_test.cpp:{}\n"
                         "  To do: wait with co_await and not with a blocking call; split long work "
                         "with co_await coro::yield(). [slow-step]\n",
                         from, to)));
}

TEST_CASE("slow-step: the first step, the last one, and a callback") {
    int created = 0;
    auto worker = []() -> coro::task<> {
        unit::hold_thread(200ms);
        co_return;
    };
    auto body = [&]() -> coro::task<> {
        created = __LINE__ + 1;
        coro::create_task(worker());
        coro::call_later(1s, [] { unit::hold_thread(120ms); });
        co_await coro::sleep(2s);
    };
    const std::string to_do = "  To do: wait with co_await and not with a blocking call; split long "
                              "work with co_await coro::yield(). [slow-step]\n";
    const std::string text = reported(body);
    CHECK(unit::matches(text,
                        with_lines("coro: task-2 held the thread for 200 ms, until 0.200 s; "
                                   "nothing else could run meanwhile\n"
                                   "    from         [..]:{}, where it was created\n"
                                   "    to           its end\n{}"
                                   "coro: a callback held the thread for 120 ms, until 1.120 s; "
                                   "nothing else could run meanwhile\n{}",
                                   created, to_do, to_do)));
}

TEST_CASE("slow-step: the limit can be set, and of many steps ten are told") {
    auto body = []() -> coro::task<> {
        for (int i = 0; i != 12; ++i) {
            unit::hold_thread(5ms);
            co_await coro::yield();
        }
    };
    CHECK(reported(body).empty());
    coro::run_options options = unit::virtual_clock();
    options.debug = true;
    options.slow_step = 5ms;
    unit::captured errors(stderr);
    coro::run(body(), options);
    const std::string text = errors.text();
    CHECK(unit::count_of(text, "[slow-step]") == 10);
    CHECK(unit::contains(text, "coro: 2 steps more held the thread for long. [slow-steps]\n"));
}

TEST_CASE("cancel-swallowed: where the cancel found the task, and when") {
    int created = 0;
    int suspended = 0;
    auto stubborn = [&]() -> coro::task<int> {
        try {
            suspended = __LINE__ + 1;
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
        }
        co_return 7;
    };
    auto body = [&]() -> coro::task<> {
        created = __LINE__ + 1;
        const auto task = coro::create_task(stubborn(), "stubborn");
        co_await coro::sleep(2s);
        task.cancel();
        const int got = co_await task;
        CHECK(got == 7);
    };
    const std::string text = reported(body);
    CHECK(unit::matches(
        text, with_lines("coro: 'stubborn' (task 2) was cancelled, and ended with a value all the "
                         "same\n"
                         "    created at   tests/unit/debug_reports_test.cpp:{}\n"
                         "    cancelled at tests/unit/debug_reports_test.cpp:{}, where it waited, at "
                         "2.000 s\n"
                         "  To do: catch `cancelled` only to clean up, and rethrow it; catch (...) "
                         "catches it, too. If it is meant to go on, let it call uncancel(). "
                         "[cancel-swallowed]\n",
                         created, suspended)));
}

TEST_CASE("cancel-swallowed: told where it is swallowed at a yield; not told of who is innocent") {
    auto at_yield = []() -> coro::task<> {
        try {
            co_await coro::yield();
        } catch (const coro::cancelled&) {
        }
    };
    auto takes_back = []() -> coro::task<> {
        try {
            co_await coro::sleep(1h);
        } catch (const coro::cancelled&) {
            coro::current_task().uncancel();
        }
    };
    auto too_late = []() -> coro::task<> {
        coro::current_task().cancel();
        co_return;
    };
    auto awaits = [](coro::task_handle<> other) -> coro::task<> { co_await other; };
    auto body = [&]() -> coro::task<> {
        const auto first = coro::create_task(at_yield(), "at_yield");
        const auto second = coro::create_task(takes_back());
        coro::create_task(too_late());
        const auto inner = coro::create_task(at_yield(), "inner");
        const auto outer = coro::create_task(awaits(inner));
        co_await coro::yield();
        first.cancel();
        second.cancel();
        outer.cancel();
        co_await coro::sleep(1s);
        try {
            co_await coro::wait_for(fetches(1), 10ms);
        } catch (const coro::timeout_error&) {
        }
    };
    const std::string text = reported(body);
    CHECK(unit::count_of(text, "[cancel-swallowed]") == 2);
    CHECK(unit::contains(text, "'at_yield'"));
    CHECK(unit::contains(text, "'inner'"));
}

TEST_CASE("limit-never-acquired: the limit, and how many there were at once") {
    int made = 0;
    auto body = [&]() -> coro::task<> {
        made = __LINE__ + 1;
        coro::semaphore limit(100);
        std::vector<coro::task<int>> all;
        for (int i = 0; i != 1000; ++i) all.push_back(fetches(i));
        co_await coro::gather(std::move(all));
    };
    const std::string text = reported(body);
    CHECK(unit::matches(text,
                        with_lines("coro: a semaphore limited nothing: limit 100, acquisitions 0, "
                                   "max in flight 1000\n"
                                   "    made at      tests/unit/debug_reports_test.cpp:{}\n"
                                   "  To do: hold a permit around what it is to limit: auto permit = "
                                   "co_await limit.acquire(). [limit-never-acquired]\n",
                                   made)));
}

TEST_CASE("limit-never-acquired: not told if it was acquired, or if there were not that many") {
    auto body = [&]() -> coro::task<> {
        coro::semaphore wide(100);
        coro::semaphore used(1);
        std::vector<coro::task<int>> all;
        for (int i = 0; i != 100; ++i) all.push_back(fetches(i));  // with main 101
        co_await coro::gather(std::move(all));
        const auto permit = co_await used.acquire();
    };
    CHECK(reported(body).empty());
}

TEST_CASE("lock-held: a task that suspends while it holds a std::mutex, once for each line") {
    int created = 0;
    int suspended = 0;
    std::mutex lock;
    auto holds = [&]() -> coro::task<> {
        for (int i = 0; i != 2; ++i) {
            const std::lock_guard held(lock);
            suspended = __LINE__ + 1;
            co_await coro::sleep(1s);
        }
    };
    auto body = [&]() -> coro::task<> {
        created = __LINE__ + 1;
        co_await coro::create_task(holds(), "holds");
    };
    const std::string text = reported(body);
    CHECK(unit::matches(
        text, with_lines("coro: 'holds' (task 2) is suspended while it holds a std::mutex, or a lock "
                         "of that kind: if another task wants it, the thread stands still for ever\n"
                         "    created at   tests/unit/debug_reports_test.cpp:{}\n"
                         "    suspended at tests/unit/debug_reports_test.cpp:{}\n"
                         "  To do: unlock it before the co_await, or take a coro::mutex, which waits "
                         "without holding the thread. [lock-held]\n",
                         created, suspended)));
}

TEST_CASE("exception-unread: in debug mode with the way that the exception took") {
    int created = 0;
    int thrown_after = 0;
    int inner = 0;
    int outer = 0;
    auto leaf = [&]() -> coro::task<int> {
        thrown_after = __LINE__ + 1;
        co_await coro::sleep(1s);
        throw std::runtime_error("it broke");
    };
    auto middle = [&]() -> coro::task<int> {
        inner = __LINE__ + 1;
        const int got = co_await leaf();
        co_return got;
    };
    auto root = [&]() -> coro::task<int> {
        outer = __LINE__ + 1;
        const int got = co_await middle();
        co_return got;
    };
    auto body = [&]() -> coro::task<> {
        created = __LINE__ + 1;
        coro::create_task(root(), "worker");
        co_await coro::sleep(2s);
    };
    const std::string text = reported(body);
    CHECK(unit::matches(
        text, with_lines("coro: 'worker' (task 2) failed, and nobody read its exception: it broke\n"
                         "    created at   tests/unit/debug_reports_test.cpp:{}\n"
                         "    thrown after tests/unit/debug_reports_test.cpp:{}\n"
                         "    awaited at   tests/unit/debug_reports_test.cpp:{}\n"
                         "    awaited at   tests/unit/debug_reports_test.cpp:{}\n"
                         "  To do: co_await its handle, or gather it, and catch the exception there. "
                         "[exception-unread]\n",
                         created, thrown_after, inner, outer)));
}

TEST_CASE("exception-unread: an exception that was caught on the way leaves no trace") {
    auto throws = [](const char* what) -> coro::task<> {
        co_await coro::yield();
        throw std::runtime_error(what);
    };
    int last = 0;
    auto root = [&]() -> coro::task<> {
        try {
            co_await throws("first");
        } catch (const std::runtime_error&) {
        }
        last = __LINE__ + 1;
        co_await throws("second");
    };
    auto body = [&]() -> coro::task<> {
        coro::create_task(root());
        co_await coro::sleep(2s);
    };
    const std::string text = reported(body);
    CHECK(unit::count_of(text, "thrown after") == 1);
    CHECK(unit::count_of(text, "awaited at") == 1);
    CHECK(unit::contains(text, with_lines("awaited at   tests/unit/debug_reports_test.cpp:{}\n", last)));
}

TEST_CASE("submission-unread: a task that was submitted, and failed, and nobody asked") {
    int line = 0;
    auto fails = []() -> coro::task<> {
        throw 42;
        co_return;
    };
    auto body = [&]() -> coro::task<> {
        {
            const coro::remote door;
            line = __LINE__ + 1;
            (void)door.submit(fails());
        }
        co_await coro::sleep(1s);
    };
    const std::string text = reported(body);
    CHECK(unit::matches(
        text, with_lines("coro: a submitted task failed, and nobody read its exception: an exception "
                         "that is not a std::exception\n"
                         "    submitted at tests/unit/debug_reports_test.cpp:{}\n"
                         "  To do: keep what submit() returns, call get() on it, and catch the "
                         "exception there. [submission-unread]\n",
                         line)));
}

TEST_CASE("debug mode: CORO_DEBUG is 0, reports, or 1") {
    auto body = []() -> coro::task<> {
        const coro::task<int> forgotten = fetches(1);
        co_return;
    };
    const auto said = [&](const char* value) {
        const unit::environment set("CORO_DEBUG", value);
        unit::captured errors(stderr);
        unit::run(body());
        return unit::count_of(errors.text(), "[never-awaited]");
    };
    CHECK(said("reports") == 1);
    CHECK(said("1") == 1);
    CHECK(said("0") == 0);
    CHECK(said("") == 0);
    CHECK_THROWS_WITH_AS(said("yes"), "CORO_DEBUG is 'yes': it can be 0, reports, or 1",
                         std::invalid_argument);
}

TEST_CASE("main-failed: not reported if the exception is caught around run") {
    const auto fails = []() -> coro::task<> {
        co_await coro::sleep(1s);
        throw std::runtime_error("no");
    };
    coro::run_options options = unit::virtual_clock();
    options.debug = true;
    unit::captured errors(stderr);
    CHECK_THROWS_AS(coro::run(fails(), options), std::runtime_error);
    CHECK(errors.text() == "");
}
