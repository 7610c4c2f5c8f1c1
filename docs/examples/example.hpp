#pragma once
// What the programs of the pages share: the library, `1s` for a
// second, and say(), which prints a line behind the time.

#include "coro/coro.hpp"

#include <chrono>
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
