#pragma once
// Who called a coroutine: a promise never sees its caller, so with CORO_DEBUG=1 in the
// environment every frame's memory comes with the addresses on the stack at that time.
// The report of a task that nobody awaited shows them.

#include <cstddef>
#include <vector>

namespace coro {

class call_sites {
public:
    /// Is CORO_DEBUG=1? Asked once in a program.
    [[nodiscard]] static bool wanted() noexcept;

    // From any thread. `block` is what a frame lives in.
    static void remember(const void* block) noexcept;
    static void forget(const void* block) noexcept;
    /// Innermost first; empty if nothing is known.
    [[nodiscard]] static std::vector<void*> of(const void* block);
};

}  // namespace coro
