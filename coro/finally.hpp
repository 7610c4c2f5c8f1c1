#pragma once
// finally: a task, and a clean-up that runs however the task ends. A destructor
// cannot await, and `co_await` is not allowed in a catch block; this is what stands
// in for both. asyncio: try/finally with an await in the finally.

#include "coro/create_task.hpp"
#include "coro/task.hpp"

#include <exception>
#include <utility>

namespace coro {

/// `co_await finally(work(), close())`: runs the first, then the second, whether the
/// first ended with a value, an exception, or cancelled; then gives or rethrows what
/// the first ended with. The cancel that ended the first does not reach the second; a
/// later one does. If the clean-up throws, that is thrown (and the failure of the
/// first is lost, as a Python exception is that becomes another's context).
/// Throws invalid_state if one of the two was awaited before; then neither runs.
template <class T>
task<T> finally(task<T> work, task<> clean_up) {
    if (work.empty() || clean_up.empty()) throw_used_task("finally");
    outcome<T> ended;
    try {
        if constexpr (std::is_void_v<T>) {
            co_await work;
            ended.emplace();
        } else if constexpr (std::is_reference_v<T>) {
            T value = co_await work;
            ended.emplace(&value);
        } else {
            T value = co_await work;
            ended.emplace(std::move(value));
        }
    } catch (...) {
        ended.capture_exception();
    }
    co_await clean_up;
    co_return std::move(ended).value();
}

/// For what are not two tasks: says what was probably meant.
template <class Work, class CleanUp>
detail::refused finally(const Work&, const CleanUp&) {
    static_assert(detail::never<Work>,
                  "finally takes a task and a clean-up, which is a task<> without a value: "
                  "finally(work(), clean_up()). Did you forget to call one of them? A clean-up "
                  "that awaits nothing is for a destructor");
    return detail::refused();
}

}  // namespace coro
