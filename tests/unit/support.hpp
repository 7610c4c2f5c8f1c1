#pragma once
// What the unit tests share: a run on the virtual clock, and instruments that
// note what happened (in which order, how often, how deep on the stack, what was
// written to a stream). The kernel is the one CORO_KERNEL names, so running the
// tests once per kernel tests both.

#include "coro/coro.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace unit {

using namespace std::chrono_literals;

/// Options under which a sleep takes no time and ends exactly when it should.
inline coro::run_options virtual_clock(coro::observer* watching = nullptr) {
    coro::run_options options;
    options.clock = coro::clock_kind::virtual_time;
    options.observer = watching;
    return options;
}

inline coro::run_options real_clock() {
    coro::run_options options;
    options.clock = coro::clock_kind::real;
    return options;
}

/// coro::run on the virtual clock.
template <class T>
T run(coro::task<T> main, coro::observer* watching = nullptr) {
    return coro::run(std::move(main), virtual_clock(watching));
}

/// Sleeps, and gives a value.
inline coro::task<int> value_after(int value, std::chrono::nanoseconds time) {
    co_await coro::sleep(time);
    co_return value;
}

/// Sleeps, and fails.
inline coro::task<int> fails_after(std::string what, std::chrono::nanoseconds time) {
    co_await coro::sleep(time);
    throw std::runtime_error(what);
}

/// Holds the thread for so long, by the virtual clock: nothing else runs.
inline void hold_thread(std::chrono::nanoseconds time) {
    coro::event_loop::require("hold_thread").advance(time.count());
}

/// Seconds of the loop's clock since the loop began.
inline double seconds_since_start() {
    const coro::event_loop& loop = coro::event_loop::require("seconds_since_start");
    return static_cast<double>(loop.now() - loop.began()) / 1e9;
}

/// The words that were noted, in their order, with a space between two.
class trail {
public:
    void operator()(std::string_view word) {
        if (!text_.empty()) text_ += ' ';
        text_ += word;
    }
    void operator()(std::string_view word, int number) {
        (*this)(std::string(word) + std::to_string(number));
    }
    [[nodiscard]] const std::string& text() const noexcept { return text_; }

private:
    std::string text_;
};

/// How often objects of `counted` came and went.
struct tally {
    int made = 0;
    int copied = 0;
    int moved = 0;
    int destroyed = 0;

    [[nodiscard]] int alive() const noexcept { return made + copied + moved - destroyed; }
};

/// An object that counts. It notices being used after its end, too.
class counted {
public:
    explicit counted(tally& where, int number = 0) noexcept : tally_(&where), value_(number) {
        ++tally_->made;
    }
    counted(const counted& other) noexcept : tally_(other.tally_), value_(other.value_) {
        ++tally_->copied;
    }
    counted(counted&& other) noexcept
        : tally_(other.tally_), value_(std::exchange(other.value_, -1)) {
        ++tally_->moved;
    }
    counted& operator=(const counted&) = delete;
    counted& operator=(counted&&) = delete;
    ~counted() {
        ++tally_->destroyed;
        value_ = -2;
    }

    /// -1 once it was moved from.
    [[nodiscard]] int value() const noexcept { return value_; }

private:
    tally* tally_;
    int value_;
};

/// Notes a word when it goes.
class farewell {
public:
    farewell(trail& where, std::string_view word) : trail_(&where), word_(word) {}
    farewell(farewell&& other) noexcept
        : trail_(std::exchange(other.trail_, nullptr)), word_(std::move(other.word_)) {}
    farewell& operator=(farewell&&) = delete;
    ~farewell() {
        if (trail_ != nullptr) (*trail_)(word_);
    }

private:
    trail* trail_;
    std::string word_;
};

/// How far apart on the stack the places are from which note() was called.
class stack_range {
public:
    [[gnu::noinline]] void note() noexcept {
        const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
        if (here < lowest_) lowest_ = here;
        if (here > highest_) highest_ = here;
    }
    [[nodiscard]] std::size_t bytes() const noexcept { return highest_ - lowest_; }

    /// More than the loop and one coroutine need in any build, and far less
    /// than a hundred coroutines on top of each other.
    static constexpr std::size_t constant = 16 * 1024;

private:
    std::uintptr_t lowest_ = UINTPTR_MAX;
    std::uintptr_t highest_ = 0;
};

/// A wait that somebody else must end: the smallest awaitable of one's own.
class gate final : public coro::awaiter, public coro::operation {
public:
    gate() noexcept {}

    bool await_ready() const noexcept { return open_; }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> h) {
        suspend(h);
    }
    void await_resume() const { throw_if_cancelled(); }

    void open() {
        open_ = true;
        if (on_behalf_of() != nullptr) complete();
    }
    void cancel() noexcept override { complete(completion::cancelled); }
    [[nodiscard]] coro::wait_info describe() const noexcept override {
        return coro::wait_info("gate");
    }

private:
    bool open_ = false;
};

/// A wait that nothing ends: not even a cancel.
class wall final : public coro::awaiter, public coro::operation {
public:
    wall() noexcept {}

    bool await_ready() const noexcept { return false; }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> h) {
        suspend(h);
    }
    void await_resume() const noexcept {}
    void cancel() noexcept override {}
    [[nodiscard]] coro::wait_info describe() const noexcept override {
        return coro::wait_info("wall");
    }
};

/// Everything the loop told its observer.
class history final : public coro::observer {
public:
    struct entry {
        coro::event_kind kind;
        std::int64_t time;
        std::uint64_t task;
        std::uint64_t other;
        std::int64_t number;
        std::string what;
        std::string file;
        unsigned line;
    };

    void on_event(const coro::loop_event& happened) noexcept override {
        entries.push_back({happened.kind, happened.time, happened.task, happened.other,
                           happened.number, std::string(happened.what), happened.where.file_name(),
                           static_cast<unsigned>(happened.where.line())});
    }

    /// How often something happened, to one task or (0) to any.
    [[nodiscard]] std::size_t count(coro::event_kind kind, std::uint64_t task = 0) const;

    /// The first such event; null if there is none.
    [[nodiscard]] const entry* find(coro::event_kind kind, std::uint64_t task = 0) const;

    std::vector<entry> entries;
};

/// What is written to a stream while this lives, instead of going there.
class captured {
public:
    explicit captured(std::FILE* stream);
    ~captured();
    captured(const captured&) = delete;
    captured& operator=(const captured&) = delete;

    /// All of it so far.
    [[nodiscard]] std::string text();

private:
    std::FILE* stream_;
    int saved_;
    int file_;
};

/// Sets an environment variable, or removes it (null), while this lives.
class environment {
public:
    environment(const char* name, const char* value);
    ~environment();
    environment(const environment&) = delete;
    environment& operator=(const environment&) = delete;

private:
    std::string name_;
    std::string before_;
    bool was_set_;
};

/// Is `part` in `text`?
[[nodiscard]] inline bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// Is the text this, to the letter? `[..]` in the pattern stands for anything within a
/// line. Says, by doctest, where they differ.
[[nodiscard]] bool matches(std::string_view text, std::string_view pattern);

/// How often?
[[nodiscard]] std::size_t count_of(std::string_view text, std::string_view part);

}  // namespace unit
