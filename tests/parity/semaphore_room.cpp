// Two at once, and five that come; the twin of semaphore_room.py.

#include "parity.hpp"

namespace {

struct room {
    coro::semaphore limit{2};
    int inside = 0;
};

coro::task<> worker(std::string name, room& in, int yields) {
    const auto permit = co_await in.limit.acquire();
    ++in.inside;
    coro::println("{} begins, {} inside", name, in.inside);
    for (int i = 0; i != yields; ++i) co_await coro::yield();
    --in.inside;
    coro::println("{} ends", name);
}

coro::task<> start() {
    room in;
    const auto tick = coro::create_task(parity::ticker("tick", 14));
    co_await coro::gather(worker("a", in, 6), worker("b", in, 1), worker("c", in, 2),
                          worker("d", in, 3), worker("e", in, 1));
    coro::println("all have ended {}", parity::word(in.limit.locked()));
    co_await tick;
}

const parity::program program("semaphore_room", [] { parity::run(start()); });

}  // namespace
