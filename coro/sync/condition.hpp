#pragma once
// condition: tasks that hold a mutex wait until others have changed what it guards.
// wait() unlocks the mutex, waits for a notify, and holds the mutex again when it
// goes on, whatever happens. asyncio: Condition.

#include "coro/sync/line_wait.hpp"
#include "coro/sync/mutex.hpp"
#include "coro/task.hpp"

#include <cstddef>

namespace coro {

class condition {
public:
    /// Over a mutex, which must outlive it.
    explicit condition(mutex& over) noexcept : mutex_(&over) {}
    condition(const condition&) = delete;
    condition& operator=(const condition&) = delete;

    /// Waits for a notify; `guard` holds the mutex before and after, also after an
    /// exception. Throws `cancelled` once it holds it again; a notify that had come
    /// already is passed on to the next who waits. Throws invalid_state if `guard`
    /// does not hold this condition's mutex.
    task<> wait(mutex_guard& guard);

    /// Waits until `right()` is true, which it asks whenever it was notified.
    template <class Predicate>
    task<> wait_for_predicate(mutex_guard& guard, Predicate right) {
        for (;;) {
            const bool fulfilled = right();
            if (fulfilled) co_return;
            co_await wait(guard);
        }
    }

    /// Lets the first `count` of those who wait go on, each once the mutex is free
    /// for it. The caller should hold the mutex.
    void notify(std::size_t count = 1) noexcept {
        for (; count != 0 && !line_.empty(); --count) line_.wake_first();
    }
    void notify_all() noexcept { line_.wake_all(); }

private:
    class waiting;
    class locking_again;

    mutex* mutex_;
    waiting_line line_{"condition"};
};

}  // namespace coro
