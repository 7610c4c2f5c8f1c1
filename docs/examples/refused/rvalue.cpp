// A parameter that would refer to a temporary.
#include "coro/coro.hpp"

#include <string>

// [part]
coro::task<> greet(std::string&& name) {
    coro::println("hello {}", name);
    co_return;
}
// [end]
