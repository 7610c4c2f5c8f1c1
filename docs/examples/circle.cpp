// Two tasks that wait for each other: one request ends both.
#include "example.hpp"

#include <optional>

using maybe_handle = std::optional<coro::task_handle<>>;

coro::task<> waits_for(maybe_handle& other) {
    co_await *other;
}

coro::task<> async_main() {
    maybe_handle a, b;
    a = coro::create_task(waits_for(b), "a");
    b = coro::create_task(waits_for(a), "b");
    co_await coro::sleep(1s);
    a->cancel();
    co_await coro::gather_outcomes(*a, *b);
    say("a: {}", coro::to_string(a->status()));
    say("b: {}", coro::to_string(b->status()));
}

int main() {
    coro::run(async_main());
}
