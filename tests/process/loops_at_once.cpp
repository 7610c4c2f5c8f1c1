// So many loops at once, each on a thread of its own, as the argument says.
// Tells how many of them ran, and the first reason why one did not.

#include "program.hpp"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

namespace loops_at_once {

std::atomic<long> running = 0;

// Ends when all the loops are there, or could not be.
coro::task<> together(long count) {
    ++running;
    while (running < count) co_await coro::sleep(1ms);
}

int start(int count, char** arguments) {
    const long loops = program::number(count, arguments, 1);
    std::vector<std::string> errors(static_cast<std::size_t>(loops));
    std::vector<std::thread> threads;
    for (std::string& error : errors)
        threads.emplace_back([&error, loops] {
            try {
                coro::run(together(loops));
            } catch (const std::exception& problem) {
                error = problem.what();
                ++running;
            }
        });
    for (std::thread& thread : threads) thread.join();

    long ran = 0;
    std::string first_error;
    for (const std::string& error : errors)
        if (error.empty())
            ++ran;
        else if (first_error.empty())
            first_error = error;
    program::tell("{} of {} ran", ran, loops);
    if (!first_error.empty()) program::tell("error: {}", first_error);
    return 0;
}

const program::entry here("loops_at_once", start);

}  // namespace loops_at_once
