// What completed first keeps its result; the request waits.
#include "example.hpp"

coro::task<> consumer(coro::queue<int>& numbers) {
    const int number = co_await numbers.get();
    say("got {}, though cancelled meanwhile", number);
    co_await coro::sleep(1s);
    say("never printed");
}

coro::task<> watcher(coro::event& ready) {
    co_await ready.wait();
    say("never printed");
}

coro::task<> async_main() {
    coro::queue<int> numbers;
    coro::event ready;
    auto one = coro::create_task(consumer(numbers));
    auto other = coro::create_task(watcher(ready));
    co_await coro::sleep(1s);

    // The number is handed over: it left the queue, and nobody
    // else could get it. A flag has nothing that could be lost.
    numbers.try_put(7);
    ready.set();
    one.cancel();
    other.cancel();
    co_await coro::gather_outcomes(one, other);
    say("cancelled: {} {}", one.cancelled(), other.cancelled());
}

int main() {
    coro::run(async_main());
}
