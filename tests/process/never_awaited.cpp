// Coroutines that are called and dropped: by a function, by a coroutine.

#include "program.hpp"

namespace never_awaited {

coro::task<int> fetch(int number) {
    co_return number;
}

[[gnu::noinline]] void forgets() {
    const coro::task<int> forgotten = fetch(1);  // line 12
}

coro::task<> main_task() {
    forgets();
    const coro::task<int> forgotten = fetch(2);  // line 17
    co_return;
}

int start(int, char**) {
    coro::run(main_task());
    return 0;
}

const program::entry here("never_awaited", start);

}  // namespace never_awaited
