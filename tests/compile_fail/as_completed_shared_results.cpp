// Results that can only be moved cannot be copied out of handles that keep them.
// expect: as_completed copies results, and these can only be moved: write
// as_completed(std::move(handles))

#include "coro/coro.hpp"

#include <memory>

using handle = coro::task_handle<std::unique_ptr<int>>;

coro::task<> both(std::vector<handle> handles) {
#ifdef MISTAKE
    auto range = coro::as_completed(handles);
#else
    auto range = coro::as_completed(std::move(handles));
#endif
    for (auto& next : range) co_await next;
}
