// There is a limit of 100. Why are 1000 in flight?
//
// The walkthrough fetches 1000 pages and wants 100 requests at most
// at a time. One of its programs makes a limit for that, like this.
#include "lesson.hpp"

#include <algorithm>
#include <vector>

using namespace std::chrono_literals;

lesson::stopwatch watch;
int acquisitions = 0;
int in_flight = 0;
int most = 0;

// A request that is on its way is *in flight*. We count how many
// are at once, and the most there ever were.
coro::task<> fetch() {
    most = std::max(most, ++in_flight);
    co_await coro::sleep(100ms);
    --in_flight;
}

// A `coro::semaphore` has a number of *permits* to give. Who wants
// to go on *acquires* one; if none is left, it waits in line until
// somebody gives one back. `permit` holds one until the end of its
// scope, however that is left.
coro::task<> fetch_within(coro::semaphore& limit) {
    auto permit = co_await limit.acquire();  // (1)
    ++acquisitions;
    co_await fetch();
}

// The limit is made in any case. With `ask` as false everything is
// as it should be, but for one thing: nobody acquires.
coro::task<> crawl(bool ask) {
    coro::semaphore limit(100);  // (2)
    std::vector<coro::task<>> all;
    for (int i = 0; i < 1000; ++i) {
        all.push_back(ask ? fetch_within(limit) : fetch());  // (3)
    }
    most = 0;
    watch.restart();
    co_await coro::gather(std::move(all));
    lesson::say("limit 100, acquisitions {}, max in flight {}",
                acquisitions, most);
    lesson::say("{:.3f} s", watch.elapsed());
}

coro::task<> async_main() {
    co_await crawl(false);  // (4)
    co_await crawl(true);   // (5)
}

int main() {
    coro::run(async_main());
}

// Without the limit all are back after 0.100 s, with it after ten
// waves, 1.000 s. A report tells of the one that limited nothing
// (it counts all tasks, so it knows how many there were).
//
// The walkthrough's figure is 1.52 s, as if there were a limit.
// There was one: its HTTP client opens 100 connections at most. We
// measured its program: 1.27 s, and with 1000 connections 0.34 s.
//
// To try: leave out `auto permit =` in (1). What do you expect, and
// what does the compiler say? (g++ 12 says nothing, and runs it.)
