// How many locks of the standard library a thread holds: asks the counter in
// debug/held_locks.cpp, if the program is linked with it. See step_watch.hpp.

#include "coro/loop/step_watch.hpp"

// Weak: without the counter it is null.
extern "C" [[gnu::weak]] long coro_std_locks_held();

namespace coro {

std::int64_t std_locks_held() noexcept {
    return coro_std_locks_held != nullptr ? coro_std_locks_held() : 0;
}

}  // namespace coro
