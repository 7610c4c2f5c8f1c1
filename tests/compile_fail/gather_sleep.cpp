// asyncio gathers whatever can be awaited; here it is tasks and handles.
// expect: gather takes tasks and task handles

#include "coro/coro.hpp"

using namespace std::chrono_literals;

coro::task<> step();
coro::task<> a_second() {
    co_await coro::sleep(1s);
}

coro::task<> both() {
#ifdef MISTAKE
    co_await coro::gather(step(), coro::sleep(1s));
#else
    co_await coro::gather(step(), a_second());
#endif
}
