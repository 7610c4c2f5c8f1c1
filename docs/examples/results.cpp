// Where a task's result lives, and who may take it.
#include "example.hpp"

coro::task<std::string> fetch() {
    co_await coro::sleep(1s);
    co_return "a long page";
}

coro::task<> async_main() {
    // Awaited directly, the result is yours.
    std::string direct = co_await fetch();
    say("{}", direct);

    // Through a handle it stays in the task, for any number of
    // readers: this is a reference, good while a handle is there.
    auto h = coro::create_task(fetch());
    const std::string& page = co_await h;
    const std::string& again = co_await h;
    say("the same object: {}", &page == &again);

    // Moved out, it is gone for every other reader.
    auto other = h;
    std::string mine = co_await std::move(h);
    say("{}", mine);
    try {
        co_await other;
    } catch (const coro::result_taken& error) {
        say("{}", error.what());
    }
}

int main() {
    coro::run(async_main());
}
