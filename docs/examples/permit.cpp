// A permit, and a lock, are held as long as they have a name.
#include "example.hpp"

coro::task<> fetch(int number, coro::semaphore& limit) {
    auto permit = co_await limit.acquire();
    say("{} begins", number);
    co_await coro::sleep(1s);
    permit.release();  // earlier than at the end of the block
    co_await coro::sleep(1s);
    say("{} ends", number);
}

coro::task<> async_main() {
    coro::semaphore limit(1);
    co_await coro::gather(fetch(1, limit), fetch(2, limit));
}

int main() {
    coro::run(async_main());
}
