#pragma once
// remote: the door into a running loop from other threads. asyncio:
// call_soon_threadsafe, run_coroutine_threadsafe.

#include "coro/loop/posted.hpp"
#include "coro/remote_task.hpp"
#include "coro/task.hpp"

#include <source_location>
#include <string_view>
#include <type_traits>
#include <utility>

namespace coro {

class inbox;

/// Refers to the loop it was made in, may be copied and used on any thread, and
/// may outlive the loop. While one exists, the loop does not call it a deadlock
/// when nothing else can happen: somebody may still post.
class remote {
public:
    /// The loop that runs on this thread. Throws invalid_state if there is none.
    remote();
    remote(const remote& other) noexcept;
    remote(remote&& other) noexcept : remote(std::as_const(other)) {}
    remote& operator=(const remote& other) noexcept;
    ~remote();

    /// Has the loop call `f()` on its own thread, in its next turn, and wakes it
    /// if it sleeps. Posts of one thread run in their order. Returns false, and
    /// drops f, once the loop has ended. What f throws is reported on standard
    /// error, and the loop goes on. Throws std::bad_alloc, and what copying or
    /// moving f into its place throws. asyncio: loop.call_soon_threadsafe.
    template <class F>
    bool post(F&& f, std::source_location where = std::source_location::current()) const {
        static_assert(std::is_invocable_v<std::decay_t<F>>, "post() needs a function to call: f()");
        posted* callback = new posted_function<std::decay_t<F>>(std::forward<F>(f), where);
        if (deliver(*callback)) return true;
        delete callback;
        return false;
    }

    /// Has the loop start a task, and gives it as other threads see it; false as a
    /// truth value, and the task is dropped, once the loop has ended. The coroutine's
    /// arguments are made on this thread and used on the loop's. Throws invalid_state
    /// if the task was awaited before, std::bad_alloc. asyncio:
    /// run_coroutine_threadsafe.
    template <class T>
    remote_task<T> submit(task<T> what, std::string_view name = {},
                          std::source_location where = std::source_location::current()) const {
        static_assert(!std::is_reference_v<T>, "a task for another thread gives a value, or void");
        if (what.empty()) throw_used_task("submit");
        remote_task<T> submitted(new submission_of<T>(*inbox_, where));
        auto* const start = new submitted_task<T>(std::move(what), submitted.shared(), name, where);
        if (deliver(*start)) return submitted;
        delete start;
        return remote_task<T>(nullptr);
    }

private:
    bool deliver(posted& callback) const noexcept;

    inbox* inbox_;
};

}  // namespace coro
