// What every lesson includes, compiled once for all of them: a lesson that was
// changed is then rebuilt in less than a second.

#include "lesson.hpp"

#include <string>
