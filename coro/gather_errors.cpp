// What gather and race refuse. See gather_children.hpp.

#include "coro/gather_children.hpp"

#include <stdexcept>

namespace coro {

void gather_children::throw_gathers_itself() {
    throw invalid_state("a task cannot gather itself: it would wait for ever.");
}

void gather_children::throw_empty_argument(const std::source_location& where) {
    throw invalid_state("gather or race" + at_line(where) +
                        ": one of the tasks was awaited, started or moved from already. A task "
                        "runs once; call the coroutine again for another.");
}

void gather_children::throw_nothing_to_race() {
    throw std::invalid_argument("race: there is no first among no tasks. Give it one at least.");
}

}  // namespace coro
