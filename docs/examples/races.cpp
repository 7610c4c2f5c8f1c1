// wait_for and what may come first: the result, the time, a cancel.
#include "example.hpp"

coro::task<int> answer_of(coro::future<int>& asked) {
    const int answer = co_await asked;
    co_return answer;
}

coro::task<> limited(coro::future<int>& asked) {
    try {
        const int answer =
            co_await coro::wait_for(answer_of(asked), 1s);
        say("the result: {}", answer);
    } catch (const coro::timeout_error& error) {
        say("{}", error.what());
    }
    say("still asked to stop: {}",
        coro::current_task().cancelling());
    co_await coro::yield();  // where a request would be delivered
    say("and goes on");
}

coro::task<> async_main() {
    // The time is over.
    coro::future<int> never;
    co_await limited(never);

    // The result comes in the very turn in which the time is over.
    coro::future<int> in_time;
    coro::call_later(1s, [&in_time] { in_time.set_value(3); });
    co_await limited(in_time);

    // Somebody else cancels the task in that turn.
    auto h = coro::create_task(limited(never));
    co_await coro::yield();
    coro::call_later(1s, [h] { h.cancel(); });
    co_await coro::gather_outcomes(h);
    say("cancelled: {}", h.cancelled());
}

int main() {
    coro::run(async_main());
}
