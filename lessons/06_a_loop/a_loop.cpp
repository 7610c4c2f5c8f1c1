// What is an event loop, and what does it do while everybody waits?
//
// Here is one that needs only the standard library. Copy it where
// you like; its parts have the names that they have in `coro`.
#include <chrono>
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <thread>
#include <utility>
#include <vector>

using seconds = std::chrono::duration<double>;
using real_clock = std::chrono::steady_clock;
const char* const chosen = std::getenv("CORO_CLOCK");
const bool virtual_clock = chosen != nullptr && *chosen == 'v';

struct event_loop {
    // The *ready queue*: who can go on, in the order of getting
    // ready. The *timers*: who sleeps, by the *deadline*, which is
    // the time to wake up. Equal deadlines keep their order.
    std::vector<std::coroutine_handle<>> ready;
    std::multimap<seconds, std::coroutine_handle<>> timers;
    bool busy = false;
    int turns = 0;
    real_clock::time_point began = real_clock::now();
    seconds now{0};

    // All that a loop does is this *turn*, over and over. Step 1:
    // how long may we wait? Not at all, if somebody is ready; else
    // until the first deadline. Step 2: sleep; the system wakes us.
    // (If `busy`, we never sleep. The virtual clock jumps there.)
    void turn() {
        ++turns;
        if (ready.empty()) {
            now = timers.begin()->first;
            if (!virtual_clock && !busy)
                std::this_thread::sleep_until(began + now);  // (1)
        }
        if (!virtual_clock) now = real_clock::now() - began;

        // Step 3: what has the operating system completed, a read
        // or a write? Nothing: in this loop nobody asks it to. Step
        // 4: whose deadline has come is ready.
        while (!timers.empty() && timers.begin()->first <= now) {
            ready.push_back(timers.begin()->second);  // (2)
            timers.erase(timers.begin());
        }

        // Step 5: resume exactly those that are ready now. Who gets
        // ready meanwhile waits for the next turn.
        for (const auto handle : std::exchange(ready, {})) {
            handle.resume();  // (3)
        }
    }
} loop;

// An awaiter as in `co_await`: it makes a timer of the wait.
struct sleep_for {
    explicit sleep_for(double t)
        : deadline(loop.now + seconds(t)) {}
    bool await_ready() { return false; }
    void await_suspend(std::coroutine_handle<> handle) {
        loop.timers.emplace(deadline, handle);  // (4)
    }
    void await_resume() {}
    seconds deadline;
};

// A coroutine type. A call puts the coroutine into the ready queue,
// which in `coro` is what `create_task` will do.
struct task {
    struct promise_type {
        using handle = std::coroutine_handle<promise_type>;
        task get_return_object() {
            loop.ready.push_back(handle::from_promise(*this));
            return {};
        }
        std::suspend_always initial_suspend() { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };
};

task tick(char who, double pause) {
    for (int i = 0; i < 3; ++i) {
        std::printf("%c%d at %.3f\n", who, i, loop.now.count());
        co_await sleep_for(pause);  // (5)
    }
}

int main() {
    for (const bool busy : {false, true}) {
        loop = event_loop();
        loop.busy = busy;
        const std::clock_t before = std::clock();
        tick('A', 0.100);
        tick('B', 0.170);
        while (!loop.ready.empty() || !loop.timers.empty()) {
            loop.turn();
        }
        const auto cpu = double(std::clock() - before);
        if (virtual_clock) break;
        std::printf("%d turns, processor time %.3f s\n", loop.turns,
                    cpu / CLOCKS_PER_SEC);
    }
}

// A loop is no thread: `main` calls its turns. Nor does it spin: 7
// turns (the start and six deadlines), 0.000 s of processor time.
// *Busy waiting* takes millions of turns, and 0.5 s of it.
//
// In `coro` this is `turn` (event_loop.cpp), in asyncio it is
// `_run_once`: `select`, `_process_events`, `_scheduled`, `_ready`.
//
// To try: an awaiter that waits for nothing, but lets all who are
// ready go first. Let two tasks take turns with it.
