// Those who only look on leave the tasks running.
#include "example.hpp"

#include <vector>

coro::task<int> number_after(std::chrono::seconds time, int n) {
    co_await coro::sleep(time);
    say("task {} ends", n);
    co_return n;
}

coro::task<> async_main() {
    std::vector<coro::task_handle<int>> all;
    for (int n = 1; n <= 3; ++n) {
        std::chrono::seconds time(n);
        all.push_back(coro::create_task(number_after(time, n)));
    }

    for (auto& next : coro::as_completed(all)) {
        auto [index, result] = co_await next;
        say("first was {}", result.value());
        break;  // the others run on
    }

    coro::wait_options options;
    options.timeout = 1500ms;
    auto [done, pending] = co_await coro::wait(all, options);
    say("{} done, {} pending", done.size(), pending.size());

    // To stop them is up to whoever has the handles.
    for (auto& each : pending) each.cancel();
    co_await coro::gather_outcomes(pending);
}

int main() {
    coro::run(async_main());
}
