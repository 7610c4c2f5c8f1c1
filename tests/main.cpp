// The main function of the tests; each file beside it holds the tests of one
// thing. Any of these programs explains its options with --help.

#include <doctest/doctest.h>

int main(int argc, char** argv) {
    return doctest::Context(argc, argv).run();
}
