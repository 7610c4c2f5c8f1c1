// The main function of the tests; each file beside it holds the tests of one
// thing. Any of these programs explains its options with --help.

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
