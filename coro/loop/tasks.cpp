// What a task seldom needs. See task_base.hpp.

#include "coro/loop/event_loop.hpp"
#include "coro/loop/reporter.hpp"

#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <utility>

namespace coro {

const char* task_base::copy_of(std::string_view name) {
    char* copy = static_cast<char*>(std::malloc(name.size() + 1));
    if (copy == nullptr) throw std::bad_alloc();
    std::memcpy(copy, name.data(), name.size());
    copy[name.size()] = '\0';
    return copy;
}

void task_base::forget_name() noexcept {
    std::free(const_cast<char*>(given_name));
}

namespace {

// While the loop destroys frames that were cancelled before they began, or given up.
constinit thread_local bool destroying = false;

}  // namespace

// What a cancel, or an exception on its way, destroys is nobody's mistake.
void report_never_awaited(const frame& dropped, const void* block) noexcept {
    if (destroying || std::uncaught_exceptions() != 0) return;
    reporter::get().never_awaited(dropped.awaiting_at, block);
}

void task_base::report_unread() noexcept {
    reporter::get().exception_unread(*this, error());
}

// From the leaf up, as if an exception went through them. Each is destroyed by
// itself, so a hundred thousand that await one another take no stack.
void task_base::destroy_frames() noexcept {
    const bool before = std::exchange(destroying, true);
    frame* innermost = leaf;
    leaf = nullptr;
    while (innermost != nullptr) {
        frame* const parent = innermost->parent;
        innermost->handle().destroy();
        innermost = parent;
    }
    destroying = before;
}

}  // namespace coro
