// Starts the program that the first argument names, with the other arguments.

#include "program.hpp"

#include <string_view>

int main(int count, char** arguments) {
    const std::string_view wanted = count > 1 ? arguments[1] : "";
    for (const program::entry* each = program::entry::first; each != nullptr; each = each->next)
        if (each->name == wanted) return each->start(count - 1, arguments + 1);
    program::tell("there is no program '{}'", wanted);
    return 64;
}
