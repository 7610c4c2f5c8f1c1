// What most sources of the library include, compiled once: it halves the time they
// take. They include it themselves all the same, and are built without this file where
// the threads are tested.

#include "coro/loop/event_loop.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <system_error>
