// A step that holds the thread on the real clock, and says itself for how long.

#include "program.hpp"

#include <chrono>
#include <thread>

using namespace std::chrono_literals;

namespace slow_step {

coro::task<> main_task() {
    co_await coro::sleep(1ms);  // line 13
    const auto before = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(350ms);
    const auto took = std::chrono::steady_clock::now() - before;
    program::tell("{}", std::chrono::duration_cast<std::chrono::milliseconds>(took).count());
    co_await coro::sleep(1ms);  // line 18
}

int start(int, char**) {
    coro::run(main_task());
    return 0;
}

const program::entry here("slow_step", start);

}  // namespace slow_step
