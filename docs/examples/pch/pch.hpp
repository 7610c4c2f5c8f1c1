// What the programs of the pages include, compiled once. All of it must be here: in
// the namespaces that page.cpp.in makes it is too late.

#include "example.hpp"

#include <array>
#include <csignal>
#include <ctime>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>
