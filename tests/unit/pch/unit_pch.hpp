// What every unit test includes, compiled once.
#include "../support.hpp"

#include <stdexcept>
#include <vector>
