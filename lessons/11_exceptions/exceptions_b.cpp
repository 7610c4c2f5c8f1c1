// Four documents are loaded at once, and one is broken. How do we
// keep the other three?
//
// The walkthrough has this case: it fetches many documents and must
// not lose the good ones for a bad one. With `gather` we
// would: it throws the first error instead of giving results.
#include "lesson.hpp"

#include <stdexcept>
#include <vector>

using namespace std::chrono_literals;

lesson::stopwatch watch;

// The first takes 0.1 s and has 10 bytes, the second twice as much,
// and so on. But the second one is broken.
coro::task<int> load(int number) {
    co_await coro::sleep(number * 100ms);
    if (number == 2) {
        throw std::runtime_error("a bracket is missing");  // (1)
    }
    lesson::say("{:.3f} loaded {}", watch.elapsed(), number);
    co_return number * 10;
}

// `coro::gather_outcomes` starts them all and waits for all, as
// `gather` does, but throws nothing. It gives the *outcome* of
// each, in the order of the arguments: what it ended with, a value
// or an error. (`std::move` gives the coroutines away: they are its
// own from then on.)
coro::task<> async_main() {
    watch.restart();
    std::vector<coro::task<int>> documents;
    for (int number = 1; number <= 4; ++number) {
        documents.push_back(load(number));
    }
    auto outcomes = co_await coro::gather_outcomes(
        std::move(documents));  // (2)

    // So good and bad ones stand side by side, and we look at each.
    // `coro::message_of` gives what an error says of itself.
    int sum = 0;
    for (auto& each : outcomes) {
        if (each.has_value()) {  // (3)
            sum += each.value();
            lesson::say("{} bytes", each.value());
        } else {
            lesson::say("failed: {}",
                        coro::message_of(each.error()));  // (4)
        }
    }
    lesson::say("{:.3f} {} bytes in all", watch.elapsed(), sum);
}

int main() {
    coro::run(async_main());
}

// Three of four, 80 bytes, at 0.400. In asyncio `gather` does this
// when it is told `return_exceptions=True`. Values and exceptions
// then come mixed in one list, and you tell them apart by their
// type.
//
// With plain `gather` the error would come out at 0.200, in both
// languages. asyncio then lets the other two run on, unwatched.
// Ours *cancels* them first, that is, it asks them to stop, and
// waits until they have: they might use something that the caller
// destroys when it leaves.
//
// To try: write `gather` for `gather_outcomes`, a `try` around it,
// and print the time where you catch. Which documents are loaded?
