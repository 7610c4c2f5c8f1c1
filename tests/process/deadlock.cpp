// Programs in which nothing can ever happen again, and nobody catches the error: two
// tasks that wait for each other ("circle"), an event that nobody sets ("event"), and
// a queue whose consumer has died ("queue").

#include "program.hpp"

#include <optional>
#include <string_view>

using namespace std::chrono_literals;

namespace deadlock {

std::optional<coro::task_handle<>> first;

coro::task<> awaits(std::optional<coro::task_handle<>>& other) {
    co_await coro::yield();
    co_await *other;  // line 18
}

coro::task<> circle() {
    std::optional<coro::task_handle<>> second;
    first = coro::create_task(awaits(second), "first");    // line 23
    second = coro::create_task(awaits(first), "second");   // line 24
    co_await *first;                                       // line 25
}

coro::task<> event() {
    coro::event ready;
    co_await ready.wait();  // line 30
}

coro::task<> consumes(coro::queue<int>& from) {
    const int got = co_await from.get();
    if (got == 1) throw 42;
}

coro::task<> queue() {
    coro::queue<int> numbers(1);
    const auto consumer = coro::create_task(consumes(numbers), "consumer");
    for (int i = 1;; ++i) co_await numbers.put(i);  // line 41
}

int start(int count, char** arguments) {
    const std::string_view which = count > 1 ? arguments[1] : "";
    coro::run(which == "circle" ? circle() : which == "event" ? event() : queue());
    program::tell("run returned");
    return 0;
}

const program::entry here("deadlock", start);

}  // namespace deadlock
