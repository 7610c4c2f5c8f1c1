// The same in a lambda, behind another parameter.
// expect: Take it by value: T

#include "coro/coro.hpp"

#include <string>

coro::task<std::size_t> use() {
#ifdef MISTAKE
    auto length = [](int, std::string&& text) -> coro::task<std::size_t> {
        co_return text.size();
    };
#else
    auto length = [](int, std::string text) -> coro::task<std::size_t> {
        co_return text.size();
    };
#endif
    co_return co_await length(1, "text");
}
