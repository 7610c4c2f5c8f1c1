// loop/timer_heap.hpp: which deadline comes first.

#include "support.hpp"

#include "coro/loop/timer_heap.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <vector>

namespace {

struct timer final : coro::runnable {
    std::int64_t deadline = 0;
};

}  // namespace

TEST_CASE("timer_heap: what comes out is ordered by deadline") {
    coro::timer_heap heap;
    std::vector<timer> timers(100);
    for (std::size_t i = 0; i != timers.size(); ++i) {
        timers[i].deadline = static_cast<std::int64_t>(i * 37 % 100);
        heap.push(timers[i], timers[i].deadline);
    }
    CHECK(heap.size() == 100);
    for (std::int64_t expected = 0; expected != 100; ++expected) {
        CHECK(heap.next_deadline() == expected);
        CHECK(static_cast<timer&>(heap.pop()).deadline == expected);
    }
    CHECK(heap.empty());
}

TEST_CASE("timer_heap: equal deadlines come out in the order in which they went in") {
    coro::timer_heap heap;
    std::vector<timer> timers(1000);
    for (timer& each : timers) heap.push(each, 7);
    for (std::size_t i = 0; i < timers.size(); i += 3) heap.remove(timers[i]);
    for (std::size_t i = 0; i != timers.size(); ++i)
        if (i % 3 != 0) CHECK(&heap.pop() == &timers[i]);
    CHECK(heap.empty());
}

TEST_CASE("timer_heap: a timer knows whether it is in") {
    coro::timer_heap heap;
    timer one;
    timer two;
    CHECK_FALSE(coro::timer_heap::contains(one));
    heap.push(one, 5);
    heap.push(two, INT64_MAX);
    CHECK(coro::timer_heap::contains(one));
    CHECK(coro::timer_heap::contains(two));
    CHECK(heap.next_deadline() == 5);
    heap.remove(one);
    CHECK_FALSE(coro::timer_heap::contains(one));
    CHECK(heap.next_deadline() == INT64_MAX);
    CHECK(&heap.pop() == &two);
    CHECK_FALSE(coro::timer_heap::contains(two));
    CHECK(heap.empty());
    heap.push(one, 0);
    CHECK(heap.next_deadline() == 0);
}

TEST_CASE("timer_heap: taking out all but a few, over and over, keeps it small and in order") {
    coro::timer_heap heap;
    std::vector<timer> timers(10'000);
    for (int round = 0; round != 5; ++round) {
        for (std::size_t i = 0; i != timers.size(); ++i)
            heap.push(timers[i], static_cast<std::int64_t>(i * 7919 % timers.size()));
        for (std::size_t i = 0; i != timers.size(); ++i)
            if (i * 7919 % timers.size() % 1000 != 0) heap.remove(timers[i]);
        CHECK(heap.size() == 10);
        for (std::int64_t expected = 0; expected != 10'000; expected += 1000) {
            CHECK(heap.next_deadline() == expected);
            heap.pop();
        }
        CHECK(heap.empty());
    }
    for (timer& each : timers) heap.push(each, 1);
    for (timer& each : timers) heap.remove(each);
    CHECK(heap.empty());
    CHECK(heap.size() == 0);
}

TEST_CASE("timer_heap: 100,000 random pushes, removals and pops agree with a multimap") {
    std::mt19937 random(2);
    coro::timer_heap heap;
    std::multimap<std::int64_t, timer*> model;  // keeps equal keys in their order
    std::vector<std::unique_ptr<timer>> timers;
    std::vector<timer*> idle;
    std::vector<timer*> armed;

    const auto disarm = [&](timer& which) {
        const auto [first, last] = model.equal_range(which.deadline);
        for (auto place = first; place != last; ++place) {
            if (place->second != &which) continue;
            model.erase(place);
            break;
        }
        std::erase(armed, &which);
        idle.push_back(&which);
    };

    bool agree = true;
    for (int step = 0; step != 100'000; ++step) {
        // Grows to a few hundred, is emptied by pops, grows again.
        const bool growing = step / 1000 % 2 == 0;
        const unsigned dice = static_cast<unsigned>(random() % 10);
        if (armed.empty() || (growing ? dice < 6 : dice < 2)) {
            if (idle.empty()) {
                timers.push_back(std::make_unique<timer>());
                idle.push_back(timers.back().get());
            }
            timer& next = *idle.back();
            idle.pop_back();
            next.deadline = static_cast<std::int64_t>(random() % 64);  // many are equal
            heap.push(next, next.deadline);
            model.emplace(next.deadline, &next);
            armed.push_back(&next);
        } else if (dice % 2 == 0) {
            timer& which = *armed[random() % armed.size()];
            agree &= heap.next_deadline() == model.begin()->first;
            heap.remove(which);
            disarm(which);
        } else {
            timer& expected = *model.begin()->second;
            agree &= heap.next_deadline() == expected.deadline;
            agree &= &heap.pop() == &expected;
            disarm(expected);
        }
        agree &= heap.size() == model.size();
        if (!agree) break;
    }
    CHECK(agree);
    while (!model.empty()) {
        CHECK(&heap.pop() == model.begin()->second);
        model.erase(model.begin());
    }
    CHECK(heap.empty());
}
