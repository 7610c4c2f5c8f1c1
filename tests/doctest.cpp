// doctest itself; each of the test programs is linked to it.

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
