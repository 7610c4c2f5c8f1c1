// outcome.hpp: how a task ended, kept until somebody asks.

#include "support.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace {

template <class T>
coro::outcome<T> failed(std::exception_ptr error) {
    coro::outcome<T> result;
    try {
        std::rethrow_exception(error);
    } catch (...) {
        result.capture_exception();
    }
    return result;
}

struct throws_when_copied {
    explicit throws_when_copied(unit::tally& tally) : counter(tally) {}
    throws_when_copied(const throws_when_copied& other) : counter(other.counter) {
        throw std::runtime_error("copy");
    }
    unit::counted counter;
};

struct throws_when_moved {
    explicit throws_when_moved(unit::tally& tally) : counter(tally) {}
    throws_when_moved(throws_when_moved&& other) : counter(std::move(other.counter)) {
        throw std::runtime_error("move");
    }
    unit::counted counter;
};

}  // namespace

TEST_CASE("outcome: one that nothing was written into says so") {
    coro::outcome<int> nothing;
    CHECK_FALSE(nothing.has_value());
    CHECK_FALSE(nothing.was_cancelled());
    CHECK(nothing.error() == nullptr);
    CHECK_THROWS_AS(nothing.value(), coro::invalid_state);
    CHECK_THROWS_AS(std::move(nothing).value(), coro::invalid_state);
    coro::outcome<void> empty;
    CHECK_THROWS_AS(empty.value(), coro::invalid_state);
}

TEST_CASE("outcome: a value may be read as often as one likes, and changed") {
    coro::outcome<std::string> result;
    result.emplace("text");
    CHECK(result.has_value());
    CHECK(result.error() == nullptr);
    CHECK(result.value() == "text");
    result.value() += "s";
    CHECK(std::as_const(result).value() == "texts");
    static_assert(std::is_same_v<decltype(result.value()), std::string&>);
    static_assert(std::is_same_v<decltype(std::as_const(result).value()), const std::string&>);
    static_assert(std::is_same_v<decltype(std::move(result).value()), std::string>);
}

TEST_CASE("outcome: a value that was taken is gone, and the next one to ask is told") {
    coro::outcome<std::unique_ptr<int>> result;
    result.emplace(std::make_unique<int>(7));
    const std::unique_ptr<int> taken = std::move(result).value();
    CHECK(*taken == 7);
    CHECK_FALSE(result.has_value());
    CHECK(result.error() == nullptr);
    CHECK_THROWS_AS(result.value(), coro::result_taken);
    CHECK_THROWS_AS(std::move(result).value(), coro::result_taken);
}

TEST_CASE("outcome: an exception comes out as what it was") {
    const auto error = std::make_exception_ptr(std::out_of_range("far"));
    coro::outcome<int> result = failed<int>(error);
    CHECK_FALSE(result.has_value());
    CHECK_FALSE(result.was_cancelled());
    CHECK(result.error() == error);
    CHECK_THROWS_AS(result.value(), std::out_of_range);
    CHECK_THROWS_AS(std::as_const(result).value(), std::out_of_range);
    CHECK_THROWS_AS(std::move(result).value(), std::out_of_range);
    CHECK(result.error() == error);

    coro::outcome<int> number = failed<int>(std::make_exception_ptr(5));
    CHECK_THROWS_AS(number.value(), int);
}

TEST_CASE("outcome: cancelled is an end of its own") {
    coro::outcome<int> result = failed<int>(std::make_exception_ptr(coro::cancelled()));
    CHECK(result.was_cancelled());
    CHECK_FALSE(result.has_value());
    CHECK_THROWS_AS(result.value(), coro::cancelled);
    CHECK_THROWS_AS(std::rethrow_exception(result.error()), coro::cancelled);
    coro::outcome<void> other;
    other.set_cancelled();
    CHECK(other.was_cancelled());
    CHECK_THROWS_AS(other.value(), coro::cancelled);
}

TEST_CASE("outcome: void and references have outcomes too") {
    coro::outcome<void> done;
    done.emplace();
    CHECK(done.has_value());
    done.value();
    std::move(done).value();
    static_assert(std::is_void_v<decltype(done.value())>);

    int number = 1;
    coro::outcome<int&> reference;
    reference.emplace(&number);
    CHECK(&reference.value() == &number);
    CHECK(&std::as_const(reference).value() == &number);
    CHECK(&std::move(reference).value() == &number);
    static_assert(std::is_same_v<decltype(std::as_const(reference).value()), int&>);
}

TEST_CASE("outcome: copies and moves carry every kind of end") {
    coro::outcome<std::string> value;
    value.emplace("text");
    coro::outcome<std::string> copy = value;
    CHECK(copy.value() == "text");
    CHECK(value.value() == "text");
    coro::outcome<std::string> moved = std::move(copy);
    CHECK(moved.value() == "text");

    const auto error = std::make_exception_ptr(std::runtime_error("no"));
    coro::outcome<std::string> failure = failed<std::string>(error);
    moved = std::move(failure);
    CHECK(moved.error() == error);
    moved = std::move(value);
    CHECK(moved.value() == "text");
    coro::outcome<std::string>& itself = moved;
    moved = std::move(itself);
    CHECK(moved.value() == "text");
    coro::outcome<std::string> assigned;
    assigned = moved;
    CHECK(assigned.value() == "text");
    CHECK(moved.value() == "text");
    assigned = std::as_const(itself);
    assigned = std::as_const(assigned);
    CHECK(assigned.value() == "text");
    coro::outcome<std::string> stopped;
    stopped.set_cancelled();
    moved = std::move(stopped);
    CHECK(moved.was_cancelled());
}

TEST_CASE("outcome: moved from, its value is taken, and any other end stays") {
    coro::outcome<std::string> text;
    text.emplace("text");
    const coro::outcome<std::string> moved = std::move(text);
    CHECK(moved.value() == "text");
    CHECK(!text.has_value());
    CHECK_THROWS_AS(text.value(), coro::result_taken);
    coro::outcome<void> nothing;
    nothing.emplace();
    const coro::outcome<void> also_nothing = std::move(nothing);
    CHECK(also_nothing.has_value());
    CHECK(nothing.has_value());
    coro::outcome<int> stopped;
    stopped.set_cancelled();
    const coro::outcome<int> also_stopped = std::move(stopped);
    CHECK(also_stopped.was_cancelled());
    CHECK(stopped.was_cancelled());
}

TEST_CASE("outcome: can be copied exactly if its value can") {
    static_assert(std::is_copy_constructible_v<coro::outcome<int>>);
    static_assert(std::is_copy_constructible_v<coro::outcome<void>>);
    static_assert(std::is_copy_assignable_v<coro::outcome<int>>);
    static_assert(!std::is_copy_constructible_v<coro::outcome<std::unique_ptr<int>>>);
    static_assert(!std::is_copy_assignable_v<coro::outcome<std::unique_ptr<int>>>);
    static_assert(std::is_move_constructible_v<coro::outcome<std::unique_ptr<int>>>);
    static_assert(std::is_nothrow_move_constructible_v<coro::outcome<std::string>>);
    static_assert(!std::is_nothrow_move_constructible_v<coro::outcome<throws_when_moved>>);
    CHECK(true);
}

TEST_CASE("outcome: what it holds is destroyed once, whatever happens to it") {
    unit::tally tally;
    {
        coro::outcome<unit::counted> first;
        first.emplace(tally, 1);
        coro::outcome<unit::counted> second = first;
        coro::outcome<unit::counted> third = std::move(first);
        second = std::move(third);
        const unit::counted taken = std::move(second).value();
        CHECK(taken.value() == 1);
    }
    CHECK(tally.alive() == 0);
    CHECK(tally.made == 1);
    CHECK(tally.copied == 1);
}

TEST_CASE("outcome: a value that throws while it is moved out counts as taken") {
    unit::tally tally;
    {
        coro::outcome<throws_when_moved> result;
        result.emplace(tally);
        CHECK_THROWS_AS(std::move(result).value(), std::runtime_error);
        CHECK_THROWS_AS(result.value(), coro::result_taken);
    }
    CHECK(tally.alive() == 0);
}

TEST_CASE("outcome: a value that throws while it is copied stays") {
    unit::tally tally;
    {
        coro::outcome<throws_when_copied> result;
        result.emplace(tally);
        const auto copies = [&] {
            const coro::outcome<throws_when_copied> copy(result);
        };
        CHECK_THROWS_AS(copies(), std::runtime_error);
        CHECK(result.has_value());
    }
    CHECK(tally.alive() == 0);
}

TEST_CASE("outcome: an exception after the value replaces the value") {
    unit::tally tally;
    {
        coro::outcome<unit::counted> result;
        result.emplace(tally, 1);
        try {
            throw std::runtime_error("late");
        } catch (...) {
            result.capture_exception();
        }
        CHECK_THROWS_AS(result.value(), std::runtime_error);
    }
    CHECK(tally.alive() == 0);
}
