// loop/ready_queue.hpp: who is next.

#include "support.hpp"

#include "coro/loop/ready_queue.hpp"
#include "coro/loop/runnable.hpp"

#include <cstddef>
#include <random>
#include <vector>

namespace {

struct plain final : coro::runnable {};

std::vector<const coro::runnable*> take_all(coro::ready_queue& queue) {
    std::vector<const coro::runnable*> taken;
    for (const coro::ready_entry& each : queue.take_all()) taken.push_back(&each.callback());
    return taken;
}

std::vector<const coro::runnable*> addresses(const std::vector<plain>& of) {
    std::vector<const coro::runnable*> all;
    for (const plain& each : of) all.push_back(&each);
    return all;
}

}  // namespace

TEST_CASE("ready_queue: first in, first out") {
    coro::ready_queue queue;
    std::vector<plain> all(10);
    CHECK(queue.empty());
    for (plain& each : all) queue.push(each);
    CHECK(queue.size() == 10);
    CHECK(take_all(queue) == addresses(all));
    CHECK(queue.empty());
    CHECK(take_all(queue).empty());
}

TEST_CASE("ready_queue: the same one may stand in it twice") {
    coro::ready_queue queue;
    plain one;
    queue.push(one);
    queue.push(one);
    CHECK(take_all(queue) == std::vector<const coro::runnable*>{&one, &one});
    CHECK(queue.empty());
}

TEST_CASE("ready_queue: what is pushed while a batch is run belongs to the next one") {
    coro::ready_queue queue;
    std::vector<plain> first(3);
    std::vector<plain> second(1000);  // more than there is room for: it grows
    for (plain& each : first) queue.push(each);
    const coro::ready_queue::batch batch = queue.take_all();
    std::size_t at = 0;
    for (const coro::ready_entry& each : batch) {
        CHECK(&each.callback() == &first[at++]);
        for (std::size_t i = (at - 1) * 300; i != at * 300; ++i) queue.push(second[i]);
    }
    CHECK(at == 3);
    for (std::size_t i = 900; i != second.size(); ++i) queue.push(second[i]);
    CHECK(queue.size() == second.size());
    CHECK(take_all(queue) == addresses(second));
}

TEST_CASE("ready_queue: one may look two entries ahead of any") {
    for (std::size_t size = 1; size != 300; ++size) {
        coro::ready_queue queue;
        plain one;
        for (int round = 0; round != 3; ++round) {
            for (std::size_t i = 0; i != size; ++i) queue.push(one);
            for (const coro::ready_entry& each : queue.take_all())
                (&each)[coro::ready_queue::batch::ahead].prefetch();  // ASan looks on
        }
    }
}

TEST_CASE("ready_queue: what was reserved is there") {
    coro::ready_queue queue;
    plain one;
    for (int i = 0; i != 1000; ++i) {
        queue.reserve_one();
        queue.push(one);
    }
    CHECK(queue.size() == 1000);
}

TEST_CASE("ready_queue: random batches keep their order") {
    std::mt19937 random(1);
    coro::ready_queue queue;
    const std::vector<plain> all(1000);
    bool agree = true;
    for (int round = 0; round != 1000; ++round) {
        std::vector<const coro::runnable*> model;
        const std::size_t count = random() % (round % 10 == 0 ? 1000 : 20);
        for (std::size_t i = 0; i != count; ++i) {
            const plain& next = all[random() % all.size()];
            queue.push(const_cast<plain&>(next));
            model.push_back(&next);
        }
        agree &= queue.size() == count && take_all(queue) == model;
    }
    CHECK(agree);
}
