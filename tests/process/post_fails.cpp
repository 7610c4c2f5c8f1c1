// Callbacks that are posted into the loop and throw. The loop reports each,
// and goes on.

#include "program.hpp"

#include <stdexcept>
#include <thread>

using namespace std::chrono_literals;

namespace post_fails {

coro::task<> main_task() {
    program::occurrence last;
    std::thread other([door = coro::remote(), &last] {
        door.post([] { throw std::runtime_error("the first problem"); });
        door.post([] { throw 5; });
        door.post([] { throw coro::cancelled(); });
        door.post([&last] { last.happened(); });
    });
    co_await last;
    other.join();
    program::tell("went on");
}

int start(int, char**) {
    coro::run(main_task());
    return 0;
}

const program::entry here("post_fails", start);

}  // namespace post_fails
