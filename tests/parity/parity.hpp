#pragma once
// What the C++ programs here share. Each is the twin of the Python program of
// the same name and must print the same lines: NAME.py runs on asyncio, NAME.cpp
// on coro, and test_parity.py compares. They show after how many trips through
// the ready queue something happens, by letting counters run beside it.

#include "coro/coro.hpp"

#include <chrono>
#include <string>
#include <utility>

namespace parity {

using namespace std::chrono_literals;

/// One program, known by its name from the moment it is made.
class program {
public:
    program(const char* name, void (*function)());

    const char* name;
    void (*function)();
    const program* next;
};

/// Runs main on the virtual clock.
inline void run(coro::task<> main) {
    coro::run_options options;
    options.clock = coro::clock_kind::virtual_time;
    coro::run(std::move(main), options);
}

/// Holds the thread, as time.sleep does: nothing else runs meanwhile.
inline void hold_thread(std::chrono::nanoseconds time) {
    coro::event_loop::require("hold_thread").advance(time.count());
}

/// As Python prints it.
inline const char* word(bool value) {
    return value ? "True" : "False";
}

/// Prints a line at every trip through the ready queue.
inline coro::task<> ticker(std::string name, int count) {
    for (int number = 0; number != count; ++number) {
        coro::println("{} {}", name, number);
        co_await coro::yield();
    }
}

}  // namespace parity
