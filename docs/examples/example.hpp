#pragma once
// What the programs of the pages share: the library, `1s` for a
// second, say(), which prints a line behind the time, and `thing`,
// an object that tells us how long it lives.

#include "coro/coro.hpp"

#include <chrono>
#include <string>
#include <utility>

using namespace std::chrono_literals;

/// Prints seconds since run() began, and a line.
template <class... Args>
void say(fmt::format_string<Args...> text, Args&&... args) {
    const coro::event_loop& loop = coro::event_loop::require("say");
    const std::chrono::duration<double> time =
        std::chrono::nanoseconds(loop.now() - loop.began());
    coro::println("{:.3f}  {}", time.count(),
                  fmt::format(text, std::forward<Args>(args)...));
}

/// Says when it is destroyed. Moved from, it says nothing.
class thing {
public:
    explicit thing(std::string name) : name_(std::move(name)) {}
    thing(thing&& other) noexcept
        : name_(std::exchange(other.name_, std::string())) {}
    thing& operator=(thing&&) = delete;
    const std::string& name() const { return name_; }
    ~thing() {
        if (!name_.empty()) say("{} goes", name_);
    }

private:
    std::string name_;
};
