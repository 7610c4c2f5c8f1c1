// Runs one of the programs beside it, by its name; without one, lists them.

#include "parity.hpp"

#include <cstdio>
#include <cstring>

namespace parity {

namespace {

const program* first = nullptr;

}  // namespace

program::program(const char* its_name, void (*its_function)())
    : name(its_name), function(its_function), next(first) {
    first = this;
}

}  // namespace parity

int main(int count, char** arguments) {
    for (const parity::program* each = parity::first; each != nullptr; each = each->next) {
        if (count < 2) {
            std::puts(each->name);
        } else if (std::strcmp(each->name, arguments[1]) == 0) {
            each->function();
            return 0;
        }
    }
    if (count < 2) return 0;
    std::fprintf(stderr, "no program is called %s; without an argument I list them\n",
                 arguments[1]);
    return 1;
}
