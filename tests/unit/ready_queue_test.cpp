// loop/ready_queue.hpp: who is next.

#include "support.hpp"

#include "coro/loop/ready_queue.hpp"
#include "coro/loop/runnable.hpp"

#include <deque>
#include <random>
#include <vector>

namespace {

struct plain final : coro::runnable {};

}  // namespace

TEST_CASE("ready_queue: first in, first out") {
    coro::ready_queue queue;
    std::vector<plain> all(10);
    CHECK(queue.empty());
    for (plain& each : all) queue.push(each);
    CHECK(queue.size() == 10);
    for (plain& each : all) CHECK(&queue.pop().callback() == &each);
    CHECK(queue.empty());
}

TEST_CASE("ready_queue: the same one may stand in it twice") {
    coro::ready_queue queue;
    plain one;
    queue.push(one);
    queue.push(one);
    CHECK(&queue.pop().callback() == &one);
    CHECK(&queue.pop().callback() == &one);
    CHECK(queue.empty());
}

TEST_CASE("ready_queue: it grows at any point of its ring, and keeps the order") {
    for (std::size_t offset = 0; offset != 70; ++offset) {
        coro::ready_queue queue;
        std::vector<plain> all(300);
        for (std::size_t i = 0; i != offset; ++i) queue.push(all[0]);
        for (std::size_t i = 0; i != offset; ++i) queue.pop();
        for (plain& each : all) queue.push(each);
        bool in_order = true;
        for (plain& each : all) in_order &= &queue.pop().callback() == &each;
        CHECK(in_order);
        CHECK(queue.empty());
    }
}

TEST_CASE("ready_queue: 100,000 random pushes and pops agree with a deque") {
    std::mt19937 random(1);
    coro::ready_queue queue;
    std::deque<plain*> model;
    std::vector<plain> all(1000);
    bool agree = true;
    for (int step = 0; step != 100'000; ++step) {
        const bool growing = step / 5000 % 2 == 0;
        if (model.empty() || random() % 10 < (growing ? 6 : 4)) {
            plain& next = all[random() % all.size()];
            queue.push(next);
            model.push_back(&next);
        } else {
            agree &= &queue.pop().callback() == model.front();
            model.pop_front();
        }
        agree &= queue.size() == model.size() && queue.empty() == model.empty();
    }
    CHECK(agree);
}
