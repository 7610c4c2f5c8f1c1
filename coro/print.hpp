#pragma once
// println: prints a line, and tells the observer, so that a recorded run shows
// what was printed when. asyncio's programs use print().

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace coro {

/// Prints text and a line end to standard output. Works outside a loop too.
void print_line(std::string_view text);

/// The same for a format string of the fmt library and its arguments:
/// println("{} + {} = {}", 1, 2, 3).
template <class... Args>
void println(fmt::format_string<Args...> format, Args&&... args) {
    print_line(fmt::format(format, std::forward<Args>(args)...));
}

/// An empty line.
inline void println() {
    print_line({});
}

}  // namespace coro
