// A task that is awaited is cancelled with the one who waits.
#include "example.hpp"

coro::task<int> fetch(std::string name) {
    co_await coro::sleep(2s);
    say("{}: fetched", name);
    co_return 1;
}

coro::task<> waits(coro::task_handle<int> fetching) {
    const int page = co_await fetching;
    say("never printed: {}", page);
}

coro::task<> waits_shielded(coro::task_handle<int> fetching) {
    const int page = co_await coro::shield(fetching);
    say("never printed: {}", page);
}

coro::task<> async_main() {
    auto first = coro::create_task(fetch("first"));
    auto second = coro::create_task(fetch("second"));
    auto waiter = coro::create_task(waits(first));
    auto shielded = coro::create_task(waits_shielded(second));
    co_await coro::sleep(1s);

    waiter.cancel();
    shielded.cancel();
    co_await coro::gather_outcomes(waiter, shielded);
    say("first: {}", coro::to_string(first.status()));
    say("second: {}", coro::to_string(second.status()));
    co_await second;
}

int main() {
    coro::run(async_main());
}
