// run() owns its task; this one would stay behind.
// expect: a task runs once: give it away by std::move

#include "coro/coro.hpp"

coro::task<> step();

int main() {
    auto main_task = step();
#ifdef MISTAKE
    coro::run(main_task);
#else
    coro::run(std::move(main_task));
#endif
}
