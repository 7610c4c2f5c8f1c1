// An owner that is cancelled cancels its children, and joins them.
#include "example.hpp"

coro::task<> say_goodbye(std::string name) {
    co_await coro::sleep(500ms);
    say("{}: said goodbye", name);
}

coro::task<> talk(std::string name, std::chrono::seconds length) {
    co_await coro::sleep(length);
    say("{}: has talked", name);
}

coro::task<> child(std::string name, std::chrono::seconds length) {
    co_await coro::finally(talk(name, length), say_goodbye(name));
}

coro::task<> owner() {
    co_await coro::gather(child("a", 1s), child("b", 10s));
    say("never printed");
}

coro::task<> async_main() {
    auto h = coro::create_task(owner());
    co_await coro::sleep(2s);
    h.cancel();
    say("requested");
    co_await coro::gather_outcomes(h);
    say("owner: {}", coro::to_string(h.status()));
}

int main() {
    coro::run(async_main());
}
