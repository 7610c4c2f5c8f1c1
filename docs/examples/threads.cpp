// A thread may outlive the loop; its door into it then says no.
#include "example.hpp"

#include <optional>
#include <thread>

coro::task<int> twice(int number) {
    co_await coro::sleep(1s);
    co_return 2 * number;
}

coro::task<> async_main(std::optional<coro::remote>& kept) {
    kept.emplace();
    int sum = 0;
    coro::event done;
    std::thread worker([&sum, &done, door = *kept] {
        const int four = door.submit(twice(2)).get();
        door.post([&sum, &done, four] {  // on the loop's thread
            sum += four;
            done.set();
        });
    });
    co_await done.wait();
    worker.join();
    say("{}", sum);
}

int main() {
    std::optional<coro::remote> kept;
    coro::run(async_main(kept));
    const bool taken = kept->post([] {});
    coro::println("a post after the end: {}", taken);
}
