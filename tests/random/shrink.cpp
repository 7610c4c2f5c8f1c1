// See shrink.hpp.

#include "shrink.hpp"

#include <cstddef>
#include <iterator>
#include <utility>

namespace random_programs::detail {

bool replace(block& program, int id, int keep) {
    for (std::size_t i = 0; i != program.size(); ++i) {
        if (program[i].id == id) {
            const auto place = program.begin() + static_cast<std::ptrdiff_t>(i);
            if (keep >= static_cast<int>(program[i].blocks.size())) return false;
            block kept;
            if (keep >= 0) kept = std::move(program[i].blocks[static_cast<std::size_t>(keep)]);
            const auto after = program.erase(place);
            program.insert(after, std::make_move_iterator(kept.begin()),
                           std::make_move_iterator(kept.end()));
            return true;
        }
        for (block& inner : program[i].blocks)
            if (replace(inner, id, keep)) return true;
    }
    return false;
}

bool lessen(block& program, int id, int field) {
    for (action& each : program) {
        if (each.id == id) {
            int& chosen = field == 0 ? each.which : field == 1 ? each.number : each.mode;
            if (chosen <= 0) return false;
            --chosen;
            return true;
        }
        for (block& inner : each.blocks)
            if (lessen(inner, id, field)) return true;
    }
    return false;
}

}  // namespace random_programs::detail
