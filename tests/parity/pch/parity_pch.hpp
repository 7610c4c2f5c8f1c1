// What every program here includes, compiled once.
#include "../parity.hpp"
