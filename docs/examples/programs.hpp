#pragma once
// Every file here is a program with a main(). Compiled one by one, each would cost
// half a second and a link; so those of a page are compiled together, and all are
// one executable, whose argument says which of them it is to be.

#include "pch/pch.hpp"

namespace examples {

/// Enters one of them into the list that main() looks it up in.
class entry {
public:
    entry(const char* called, void (*main)()) noexcept
        : name(called), start(main), next(first) {
        first = this;
    }

    const char* const name;
    void (*const start)();
    const entry* const next;
    static inline const entry* first = nullptr;
};

}  // namespace examples

// `int main() { ... }` becomes `void start() { ... }`, since only main() itself may
// end without a return.
#define main() unused() noexcept; inline void start()
