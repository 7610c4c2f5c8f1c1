// One makes things, the other uses them. What if the other is slow?
//
// A *producer* and a *consumer*, with a `coro::queue` between them:
// `put` adds something at its end, `get` takes it from the front.
#include "lesson.hpp"

#include <string>

using namespace std::chrono_literals;

lesson::stopwatch watch;

// The producer always has the next thing at hand. The *depth* is
// how many are in the queue; here it is drawn. (If there is room,
// `put` does not suspend.)
coro::task<> produce(coro::queue<int>& line) {
    for (int i = 1; i <= 5; ++i) {
        co_await line.put(i);  // (1)
        lesson::say("{:.3f} put {} {}", watch.elapsed(), i,
                    std::string(line.size(), '#'));
    }
    lesson::say("produced at {:.3f}", watch.elapsed());
}

// The consumer takes 100 ms for each. If the queue is empty, `get`
// waits until there is something.
coro::task<> consume(coro::queue<int>& line) {
    for (int n = 1; n <= 5; ++n) {
        const int i = co_await line.get();  // (2)
        co_await coro::sleep(100ms);
        lesson::say("{:.3f} used {}", watch.elapsed(), i);
    }
}

coro::task<> async_main() {
    // Without a bound the queue takes what it is given. The
    // producer is done at 0.000, and all five things lie in memory:
    // a few bytes here; a million large ones may take all there is.
    coro::queue<int> any_number;  // (3)
    watch.restart();
    co_await coro::gather(produce(any_number), consume(any_number));

    // With a *bound* of 2, `put` waits until there is room. So the
    // producer goes at the pace of the consumer. The word for that
    // is *backpressure*.
    coro::queue<int> two(2);  // (4)
    watch.restart();
    co_await coro::gather(produce(two), consume(two));
}

int main() {
    coro::run(async_main());
}

// Both end at 0.500: a queue makes nobody faster. What differs is
// the depth, 5 or 2, and with it the memory, and when the producer
// is done: at 0.000, or at 0.200.
//
// (The consumer takes number 1 at once, at 0.000; so there is room
// for number 3.)
//
// To try: let two consumers take five each, and the producer make
// ten. Who gets what, and when is the last one used?
