// Results that cannot be copied, from handles that are to keep them.
// expect: handles whose results cannot be copied must be given away too: std::move(handles)

#include "coro/coro.hpp"

#include <memory>

coro::task<> all(std::vector<coro::task_handle<std::unique_ptr<int>>> running) {
#ifdef MISTAKE
    co_await coro::gather(running);
#else
    co_await coro::gather(std::move(running));
#endif
}
