#pragma once
// exception_group: the failures of several tasks as one exception. What
// with_task_group throws, also for a single one: a type that depended on timing
// would be a trap. asyncio: ExceptionGroup.

#include <cstddef>
#include <exception>
#include <stdexcept>
#include <utility>
#include <vector>

namespace coro {

class exception_group : public std::runtime_error {
public:
    /// Of at least one exception; none of them null.
    explicit exception_group(std::vector<std::exception_ptr> exceptions);

    /// All of them, in the order in which they came.
    [[nodiscard]] const std::vector<std::exception_ptr>& exceptions() const noexcept {
        return exceptions_;
    }

private:
    std::vector<std::exception_ptr> exceptions_;
};

}  // namespace coro
