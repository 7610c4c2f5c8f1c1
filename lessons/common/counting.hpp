#pragma once
// For lessons that prove something by a count: how often coroutines were
// suspended. The loop tells an observer everything it does; counting.cpp has one
// that counts. And for those that print: numbered steps, a sink, and a bar for a time.

#include "coro/run.hpp"

#include <cstdio>
#include <string>
#include <string_view>

namespace lesson {

/// For `coro::run(async_main(), lesson::counting())`: suspensions are counted.
[[nodiscard]] coro::run_options counting() noexcept;

/// How often a task was suspended in the runs that were counting, so far.
[[nodiscard]] int suspensions() noexcept;

/// Prints a line with its number, to show an order.
void step(std::string_view what);

/// Where a lesson prints what nobody is to read: nowhere or, with
/// `./lab run LESSON --terminal`, on the terminal, to see what that costs.
[[nodiscard]] std::FILE* sink();

/// A bar of #: 30 for 1, at most 60.
[[nodiscard]] std::string bar(double part);

}  // namespace lesson
