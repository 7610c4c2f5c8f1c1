// See semaphore.hpp.

#include "coro/sync/semaphore.hpp"

#include "coro/loop/reporter.hpp"
#include "coro/loop/step_watch.hpp"

#include <stdexcept>
#include <string>

namespace coro {

void semaphore::made() {
    if (limit_ < 1)
        throw std::invalid_argument("semaphore(" + std::to_string(limit_) +
                                    "): nobody could ever acquire it. Give it at least one permit.");
    const event_loop* loop = event_loop::current();
    if (loop != nullptr && loop->watch() != nullptr) loop->watch()->limit_made(this);
}

void semaphore::gone() noexcept {
    const event_loop* loop = event_loop::current();
    if (loop == nullptr || loop->watch() == nullptr) return;
    const std::size_t most = loop->watch()->limit_gone(this);  // without main
    if (!acquired_ && most > static_cast<std::size_t>(limit_))
        reporter::get().limit_never_acquired(limit_, most, made_at_);
}

}  // namespace coro
