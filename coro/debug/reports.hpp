#pragma once
// The reports: what happened, where, and what to do, on standard error. Each
// ends with its message id in brackets, by which it can be
// looked up, in any language. The loop calls them through loop/reporter.hpp.

#include "coro/loop/reporter.hpp"

namespace coro {

/// The library's reporter. With `debug` it also reports what is probably a
/// mistake (tasks pending at exit); without, only what would otherwise be lost
/// (an exception nobody read), and what was asked for (Ctrl-\).
[[nodiscard]] reporter& standard_reports(bool debug);

}  // namespace coro
