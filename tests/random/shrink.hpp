#pragma once
// Makes a program that breaks an invariant smaller, as long as it still breaks one.

#include "program.hpp"

namespace random_programs {

/// `breaks` says whether a program still does.
template <class Breaks>
block shrink(block program, Breaks breaks);

namespace detail {

/// The program without its action of that number, counted as in action::id; in its
/// place stands block `keep` of it (-1: nothing). False if there is no such action or
/// block.
bool replace(block& program, int id, int keep);

/// Makes one number in that action smaller: the first, second or third of `which`,
/// `number` and `mode`. False if it cannot be.
bool lessen(block& program, int id, int field);

}  // namespace detail

template <class Breaks>
block shrink(block program, Breaks breaks) {
    bool smaller = true;
    while (smaller) {
        smaller = false;
        for (int id = number_actions(program); id > 0; --id)
            for (int keep = -1; keep != 4; ++keep) {
                block tried = program;
                number_actions(tried);
                if (!detail::replace(tried, id, keep)) continue;
                number_actions(tried);
                if (!breaks(tried)) continue;
                program = std::move(tried);
                smaller = true;
                break;
            }
        for (int id = number_actions(program); id > 0; --id)
            for (int field = 0; field != 3; ++field) {
                block tried = program;
                if (!detail::lessen(tried, id, field) || !breaks(tried)) continue;
                program = std::move(tried);
                smaller = true;
            }
    }
    return program;
}

}  // namespace random_programs
