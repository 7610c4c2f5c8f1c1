// See fork_guard.hpp.

#include "coro/loop/fork_guard.hpp"

#include <atomic>
#include <pthread.h>

namespace coro {

namespace {

std::atomic<unsigned> forks = 0;

}  // namespace

unsigned forks_so_far() noexcept {
    static const int registered =
        pthread_atfork(nullptr, nullptr, [] { forks.fetch_add(1, std::memory_order_relaxed); });
    (void)registered;
    return forks.load(std::memory_order_relaxed);
}

}  // namespace coro
