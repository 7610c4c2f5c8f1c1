// Starts the program that the argument names.

#include "programs.hpp"
#undef main

int main(int count, char** arguments) {
    const std::string_view wanted = count > 1 ? arguments[1] : "";
    const examples::entry* each = examples::entry::first;
    while (each != nullptr && each->name != wanted) each = each->next;
    if (each == nullptr) {
        fmt::print(stderr, "usage: doc-examples NAME, as in docs/examples/NAME.cpp\n");
        return 64;
    }
    each->start();
}
