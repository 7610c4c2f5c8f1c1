// See semaphore.hpp.

#include "coro/sync/semaphore.hpp"

#include <stdexcept>
#include <string>

namespace coro {

void semaphore::throw_no_permits(std::ptrdiff_t permits) {
    throw std::invalid_argument("semaphore(" + std::to_string(permits) +
                                "): nobody could ever acquire it. Give it at least one permit.");
}

}  // namespace coro
