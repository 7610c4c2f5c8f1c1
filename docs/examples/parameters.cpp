// A parameter that refers to something, and one that holds it.
#include "example.hpp"

#include <memory>

// A weak_ptr keeps nothing alive, as a reference does not. Unlike a
// reference it can tell whether what it refers to is still there.
using reference = std::weak_ptr<std::string>;

coro::task<> by_reference(reference name) {
    auto there = name.lock();
    say("by reference: {}", there ? *there : "it dangles");
    co_return;
}

coro::task<> by_value(std::string name) {
    say("by value: {}", name);
    co_return;
}

coro::task<> async_main() {
    // Awaited in the statement of the call: the temporary lives to
    // the end of that statement.
    co_await by_reference(std::make_shared<std::string>("Ada"));

    // Started: this statement is over before the task begins.
    auto h = coro::create_task(
        by_reference(std::make_shared<std::string>("Ada")));
    auto i = coro::create_task(by_value("Ada"));
    co_await coro::gather(h, i);
}

int main() {
    coro::run(async_main());
}
