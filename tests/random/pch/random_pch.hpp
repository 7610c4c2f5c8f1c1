// What most of these files include, compiled once.
#include "../world.hpp"

#include <fmt/format.h>
