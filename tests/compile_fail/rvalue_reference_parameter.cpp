// A parameter that refers to a temporary, which is gone before the coroutine
// starts.
// expect: a coroutine parameter of type T&& would dangle

#include "coro/coro.hpp"

#include <string>

#ifdef MISTAKE
coro::task<std::size_t> length(std::string&& text) {
    co_return text.size();
}
#else
coro::task<std::size_t> length(std::string text) {
    co_return text.size();
}
#endif
