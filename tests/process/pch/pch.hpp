// What every program in this folder includes, compiled once.

#include "tests/process/program.hpp"
