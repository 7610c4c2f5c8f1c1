// The precompiled header: what every program in this folder includes anyway.

#include "tests/process/program.hpp"
