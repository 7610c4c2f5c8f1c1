// See print.hpp.

#include "coro/print.hpp"

#include "coro/loop/event_loop.hpp"

#include <cstdio>

namespace coro {

void print_line(std::string_view text) {
    flockfile(stdout);
    if (!text.empty()) std::fwrite(text.data(), 1, text.size(), stdout);
    std::fputc('\n', stdout);
    funlockfile(stdout);
    event_loop* loop = event_loop::current();
    if (loop != nullptr && loop->observed())
        loop->tell(event_kind::output, loop->current_task(), text);
}

}  // namespace coro
