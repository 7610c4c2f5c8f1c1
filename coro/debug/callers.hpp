#pragma once
// Addresses on a stack as a line of source, for people. Runs addr2line, of the
// binutils, where it is there.

#include <string>
#include <string_view>
#include <vector>

namespace coro {

/// "src/fetch.cpp:12": of a stack, innermost first, the line that called the coroutine
/// `function`, which is on it. Empty if that cannot be told.
[[nodiscard]] std::string caller_text(const std::vector<void*>& stack, std::string_view function);

}  // namespace coro
