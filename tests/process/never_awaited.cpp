// Coroutines that are called and dropped: by a function, by a coroutine.

#include "program.hpp"

namespace never_awaited {

// Inlined, its frame might be a part of its caller's (clang), and not be allocated.
[[gnu::noinline]] coro::task<int> fetch(int number) {
    co_return number;
}

[[gnu::noinline]] void forgets() {
    const coro::task<int> forgotten = fetch(1);  // line 13
}

coro::task<> main_task() {
    forgets();
    const coro::task<int> forgotten = fetch(2);  // line 18
    co_return;
}

int start(int, char**) {
    coro::run(main_task());
    return 0;
}

const program::entry here("never_awaited", start);

}  // namespace never_awaited
